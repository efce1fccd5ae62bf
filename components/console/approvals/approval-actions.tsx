'use client'

import {
  type ApprovalVerb,
  approvalAdviceByRight,
  approvalDecidedTexts,
  approvalVerbLabels,
  approvalVerbsByRight,
} from '#lib/approvals/decisions/labels.ts'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { approvalReasonText, approvedLinesText, askedAmountText } from '#lib/approvals/labels.ts'
import { Notice } from '../../ui/badge.tsx'
import type { Action } from '../actions.tsx'
import { PageLink } from '../page-link.tsx'
import type { ConsoleCall } from '../use-console-call.ts'

/** Decisions that need a reason: refusing a request, and confirming one's own request because nobody else can. */
const verbsNeedingReason: readonly ApprovalVerb[] = ['alone', 'refuse']

/**
 * Actions by which the viewer may decide on an open request for confirmation by a second person. `decide` sends the
 * call of the chosen action.
 */
export const approvalActions = (approval: ApprovalRow, decide: (call: ConsoleCall) => unknown): readonly Action[] =>
  approvalVerbsByRight[approval.mine].map((verb, at) => {
    const label = approvalVerbLabels[verb]
    const title = `${askedAmountText(approval)} ${label}`
    const done = `${askedAmountText(approval)}을 ${approvalDecidedTexts[verb]}.`
    const decision = verb === 'confirm' || verb === 'alone' ? 'confirm' : 'refuse'
    const seen = decision === 'confirm' && { seenAmount: approval.amount }
    const onGiven = (reason: string) =>
      decide({
        method: 'POST',
        path: `/api/admin/approvals/${approval.id}/${decision}`,
        body: { reason, ...seen },
        done,
      })
    return {
      // Key A is for the first action, if that confirms the request; key R is for the other action, which refuses or
      // withdraws it.
      key: at === 0 && verb !== 'withdraw' && verb !== 'refuse' ? 'a' : 'r',
      label,
      ...(verbsNeedingReason.includes(verb)
        ? { reason: { title, text: `${approval.askedBy} · ${approvalReasonText(approval)}`, onGiven } }
        : { run: () => onGiven('') }),
    }
  })

/**
 * Box about a request for confirmation by a second person: who asked, for what, why a second person is needed, and
 * advice for the viewer. One about imported deposits leads to them, because the request names only their sum.
 */
export function ApprovalNotice({ approval }: { readonly approval: ApprovalRow }) {
  return (
    <Notice tone="warn" className="grid gap-1 text-s">
      <b className="font-semibold wrap-anywhere">
        {approval.askedBy} 요청 · {askedAmountText(approval)}
      </b>
      <span className="wrap-anywhere">{approvalReasonText(approval)}</span>
      {approval.kind === 'DEPOSIT_IMPORT' && (
        <span>
          {approvedLinesText}{' '}
          <PageLink inText path="/admin/deposits" query={{ status: 'UNCONFIRMED' }}>
            확인할 입금 보기
          </PageLink>
        </span>
      )}
      <span className="text-ink-2">{approvalAdviceByRight[approval.mine]}</span>
    </Notice>
  )
}
