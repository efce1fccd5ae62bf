import type { Column } from '../ui/table.tsx'
import type { Picks } from './use-picks.ts'

/** Without a box on phones, which work row by row; what it takes a press on is larger than it is. */
const box = 'relative z-10 block size-[18px] accent-main after:absolute after:-inset-3 max-wide:hidden'

/** The column of boxes before a list's rows. */
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
          className={box}
          checked={picks.has(row.id)}
          onChange={() => picks.toggle(row.id)}
        />
      ),
    className: 'max-wide:hidden w-9',
  }
}
