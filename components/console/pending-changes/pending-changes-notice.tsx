import type { PendingChangeRow } from '#lib/pending-changes/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { PageLink } from '../page-link.tsx'

/**
 * Box above a page whose values have pending changes: the first change, when it takes effect, and how many more there
 * are. Renders nothing without changes.
 */
export function PendingChangesNotice({ rows }: { readonly rows: readonly PendingChangeRow[] }) {
  const [first] = rows
  if (!first) return null
  const others = rows.length > 1 ? ` 외 ${rows.length - 1}건` : ''
  return (
    <Notice tone="warn" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-s">
      <span>
        적용을 기다리는 변경이 있어요: {first.name}
        {others} · {seoulTime(first.effectiveAt)}에 적용
      </span>
      <PageLink path="/admin/changes">확인하거나 철회하기</PageLink>
    </Notice>
  )
}
