import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { adviceOf, askedText, groundText } from './approval-text.ts'

/**
 * Notice about a request for a second person: who asked for what, why one person isn't enough, and what the viewer
 * should do.
 */
export function ApprovalNotice({ approval }: { readonly approval: ApprovalRow }) {
  return (
    <Notice tone="warn" className="grid gap-1 text-s">
      <b className="font-semibold wrap-anywhere">
        {approval.askedBy} 요청 · {askedText(approval)}
      </b>
      <span className="wrap-anywhere">{groundText(approval)}</span>
      <span className="text-ink-2">{adviceOf[approval.mine]}</span>
    </Notice>
  )
}
