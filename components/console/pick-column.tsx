import type { Column } from '../ui/table.tsx'
import type { Picks } from './use-picks.ts'

const box = 'size-[18px] accent-main align-middle max-wide:hidden'

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
      <input
        type="checkbox"
        aria-label="모두 고르기"
        className={box}
        checked={all}
        onChange={all ? picks.none : picks.all}
      />
    ),
    cell: (row) =>
      pickable.includes(row.id) && (
        <input
          type="checkbox"
          aria-label={`${nameOf(row)} 고르기`}
          className={`relative z-10 ${box}`}
          checked={picks.has(row.id)}
          onChange={() => picks.toggle(row.id)}
        />
      ),
    className: 'max-wide:hidden w-9',
  }
}
