import sql, { type Sql } from 'sql-template-tag'
import { clock, hours } from '#lib/core/clock.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { countOf, MAX_COUNTED } from '#lib/core/keyset.ts'

/** No three months are shorter. */
const SHORTEST_HISTORY_MS = hours(89 * 24)
const MAX_REMEMBERED = 10_000

/**
 * For each member with at least MAX_COUNTED orders, by id: when the MAX_COUNTED-th newest of them was placed, in
 * milliseconds, as of the last count. Orders are never deleted, so that as long as that one is in the history, at least
 * MAX_COUNTED are.
 */
type PlacedAtByMember = Map<number, number>
const longHistoriesOf = new WeakMap<Db, PlacedAtByMember>()

function remember(placedAtByMember: PlacedAtByMember, memberId: number, placedAt: number): void {
  const [first] = placedAtByMember.size >= MAX_REMEMBERED ? placedAtByMember.keys() : []
  if (first !== undefined) placedAtByMember.delete(first)
  placedAtByMember.set(memberId, placedAt)
}

/**
 * The number of a member's orders that fulfil `where`, up to MAX_COUNTED. With `isWhole` they are the member's whole
 * history; one that was once counted to the end isn't counted again, which took most of the time of its pages.
 */
export async function countHistory(
  db: Db,
  memberId: number,
  { where, isWhole }: { where: Sql; isWhole: boolean },
): Promise<number> {
  if (!isWhole) return countOf(db, sql`orders WHERE ${where}`)
  const placedAtByMember: PlacedAtByMember = longHistoriesOf.get(db) ?? new Map()
  longHistoriesOf.set(db, placedAtByMember)
  const placedAt = placedAtByMember.get(memberId)
  if (placedAt !== undefined && placedAt > clock.now().getTime() - SHORTEST_HISTORY_MS) return MAX_COUNTED
  const { count, oldest } = await oneRow<{ count: number; oldest: Date | null }>(
    db,
    sql`SELECT count(*)::int AS count, min(created_at) AS oldest
        FROM (SELECT created_at FROM orders WHERE ${where} ORDER BY id DESC LIMIT ${MAX_COUNTED}) AS counted`,
  )
  if (count === MAX_COUNTED && oldest) remember(placedAtByMember, memberId, oldest.getTime())
  return count
}
