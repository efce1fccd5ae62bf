import { type ChangeFilter, changeNoticeFilters, changeNoticeTexts } from '#lib/change-notices/labels.ts'
import { ChipLinks } from '../ui/chip-links.tsx'
import { type ChangesQuery, changesHref } from './changes-query.ts'

/** Filters of the list of service changes: by kind of change and, for members, by services that they have ordered. */
export function ServiceChangeFilters({
  query,
  isMember,
}: {
  readonly query: ChangesQuery
  readonly isMember: boolean
}) {
  const { filter, mine } = query
  const kinds = Object.entries(changeNoticeFilters).map(([name, { label }]) => ({
    href: changesHref({ filter: name as ChangeFilter, mine }),
    label,
    current: filter === name,
  }))
  const all = { href: changesHref({ mine }), label: changeNoticeTexts.all, current: filter === undefined }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ChipLinks label="변경 종류" links={[all, ...kinds]} />
      {isMember && (
        <ChipLinks
          label="상품"
          links={[{ href: changesHref({ filter, mine: !mine }), label: changeNoticeTexts.ordered, current: mine }]}
        />
      )}
    </div>
  )
}
