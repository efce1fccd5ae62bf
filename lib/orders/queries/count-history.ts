import sql, { type Sql } from 'sql-template-tag'
import { clock, hoursInMs } from '#lib/core/clock.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { countRows, MAX_COUNTED } from '#lib/core/keyset.ts'

/** Shortest possible length of three months, in milliseconds. */
const SHORTEST_HISTORY_MS = hoursInMs(89 * 24)
/** Maximum number of members in a `PlacedAtByMember`. */
const MAX_REMEMBERED_MEMBERS = 10_000

/**
 * For members whose last count reached MAX_COUNTED: when the MAX_COUNTED-th newest order was placed, in milliseconds,
 * by member id. Orders are never deleted. So as long as this order is younger than three months, the member's history
 * has at least MAX_COUNTED orders, and needn't be counted again.
 */
type PlacedAtByMember = Map<number, number>
const placedAtByDb = new WeakMap<Db, PlacedAtByMember>()

/** Adds a member; if the map is full, drops the member who was added first. */
function remember(placedAtByMember: PlacedAtByMember, memberId: number, placedAt: number): void {
  const [first] = placedAtByMember.size >= MAX_REMEMBERED_MEMBERS ? placedAtByMember.keys() : []
  if (first !== undefined) placedAtByMember.delete(first)
  placedAtByMember.set(memberId, placedAt)
}

/**
 * Counts a member's orders that meet `where`, up to MAX_COUNTED. `isWhole`: `where` selects his whole history of three
 * months. A whole history that has reached MAX_COUNTED isn't counted again for a while (`PlacedAtByMember`), because
 * counting took most of the time that a page of it needed.
 */
export async function countHistory(
  db: Db,
  memberId: number,
  { where, isWhole }: { where: Sql; isWhole: boolean },
): Promise<number> {
  if (!isWhole) return countRows(db, sql`orders WHERE ${where}`)
  const placedAtByMember: PlacedAtByMember = placedAtByDb.get(db) ?? new Map()
  placedAtByDb.set(db, placedAtByMember)
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
