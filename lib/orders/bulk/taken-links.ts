import { cleanLink } from '#lib/catalog/rules.ts'
import type { Db } from '#lib/core/db.ts'
import { activeOrderOnLink } from '../errors.ts'
import { openOrder } from '../rules.ts'
import type { CheckedRow, RefusedRow } from './check-rows.ts'

type CheckResult = { checked: CheckedRow[]; refused: RefusedRow[] }
/**
 * `turn` is equal for rows on the same link and in the same category, of whose orders only one may be open at a time;
 * `orderId` is the open order among these; null if there is none.
 */
type Turn = { index: number; turn: string; orderId: number | null }

/** SQL for the `Turn` of each row; rows of services without `oneOrderPerLink` are left out. */
const turnsSql = `
  SELECT r.index, encode(r.turn, 'hex') AS turn, o.id AS order_id FROM (
    SELECT index, link_turn_of($1::int, service, link, clean_link) AS turn
    FROM unnest($2::int[], $3::int[], $4::text[], $5::text[]) AS r (index, service, link, clean_link)
  ) AS r LEFT JOIN orders o ON o.link_turn = r.turn AND ${openOrder.sql('o')}
  WHERE r.turn IS NOT NULL`

/**
 * Moves rows from `checked` to `refused`: rows of a service with `oneOrderPerLink` whose link is taken, by an open order
 * of the member or by an earlier row of the same call, for such a service in the same category
 * (docs/contract.md#one-order-at-a-time).
 */
export async function refuseTakenLinks(
  db: Db,
  memberId: number,
  { checked, refused }: CheckResult,
): Promise<CheckResult> {
  const guarded = checked.filter(({ service }) => service.oneOrderPerLink)
  if (guarded.length === 0) return { checked, refused }
  const turns = await db.rows<Turn>(turnsSql, [
    memberId,
    guarded.map(({ index }) => index),
    guarded.map(({ service }) => service.id),
    guarded.map(({ input }) => input.link),
    guarded.map(({ input, service }) => cleanLink(input.link, service.platformId)),
  ])
  const seen = new Set<string>()
  const taken = new Map<number, number | null>()
  for (const { index, turn, orderId } of turns.toSorted((a, b) => a.index - b.index)) {
    if (orderId !== null || seen.has(turn)) taken.set(index, orderId)
    seen.add(turn)
  }
  const refusedNow = [...taken].map(([index, orderId]): RefusedRow => ({ index, error: activeOrderOnLink(orderId) }))
  return { checked: checked.filter(({ index }) => !taken.has(index)), refused: [...refused, ...refusedNow] }
}
