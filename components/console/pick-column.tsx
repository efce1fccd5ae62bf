import type { Column } from '../ui/table.tsx'
import { PickBox } from './pick-box.tsx'
import type { Picks } from './use-picks.ts'

/** The column of boxes before a list's rows; phones, which have no keys, work row by row. */
export function pickColumn<Row extends { readonly id: Id }, Id extends number | string = Row['id']>(
  picks: Picks<Id>,
  pickable: readonly Id[],
  nameOf: (row: Row) => string,
): Column<Row> {
  const all = pickable.length > 0 && picks.picked.length === pickable.length
  return {
    key: 'pick',
    head: '고르기',
    headCell: (
      <span className="max-wide:hidden">
        <PickBox label="모두 고르기" checked={all} onToggle={all ? picks.none : picks.all} />
      </span>
    ),
    cell: (row) =>
      pickable.includes(row.id) && (
        <PickBox label={`${nameOf(row)} 고르기`} checked={picks.has(row.id)} onToggle={() => picks.toggle(row.id)} />
      ),
    className: 'max-wide:hidden w-9',
  }
}
