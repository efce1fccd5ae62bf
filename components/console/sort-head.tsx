import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide'
import Link from 'next/link'
import { Icon } from '../ui/icon.tsx'
import { LinkBusy } from '../ui/link-busy.tsx'
import type { Column } from '../ui/table.tsx'
import { type ListState, type ListStatus, type ListUrl, listHref, nextSort, sortDirectionOf } from './list-state.ts'

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const

/**
 * Adds a link to the heading of each column by which the list can be sorted. These are the columns whose `key` is the
 * key of a ListSort. Phones have a select instead (`ListTools`).
 */
export function withSorting<Row>(
  columns: readonly Column<Row>[],
  listUrl: ListUrl<ListStatus>,
  state: ListState<ListStatus>,
): readonly Column<Row>[] {
  return columns.map((column) => {
    const sort = listUrl.sorts?.find(({ key }) => key === column.key)
    if (!sort) return column
    const sorted = sortDirectionOf(sort, state.sort) ?? 'none'
    const next = nextSort(sort, state.sort)
    const headCell = (
      <>
        <Link
          href={listHref(listUrl, { ...state, cursor: undefined, chosen: undefined, sort: next })}
          prefetch={false}
          scroll={false}
          className="inline-flex items-center gap-1 rounded-field text-inherit no-underline hover:text-ink max-wide:hidden"
        >
          {column.head}
          <Icon shape={icons[sorted]} size={14} className={sorted === 'none' ? 'text-ink-off' : 'text-ink'} />
          <LinkBusy />
        </Link>
        {/* On phones only screen readers perceive the headings: the focus on a link in them would be invisible. */}
        <span className="wide:hidden">{column.head}</span>
      </>
    )
    return { ...column, sorted, headCell }
  })
}
