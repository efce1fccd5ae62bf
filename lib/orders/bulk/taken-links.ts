import { readCapLeft } from '#lib/api-keys/daily-cap.ts'
import { cleanLink } from '#lib/catalog/rules.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { activeOrderOnLink } from '../errors.ts'
import { openOrder } from '../rules.ts'
import type { CheckedBulkRow, RefusedBulkRow } from './check-rows.ts'
import { balanceToSpend } from './queries.ts'

type CheckResult = { checked: CheckedBulkRow[]; refused: RefusedBulkRow[] }

/**
 * A row that shares its link with other rows of the call; all rows on the link have the same `turn`. `fits`: whether
 * balance and daily cap were expected to cover the row. If so, later rows on the link were refused.
 */
export type ExpectedFit = { index: number; turn: string; fits: boolean }

export type LinkCheckResult = CheckResult & { expectedFits: ExpectedFit[] }

/**
 * Who pays for the rows: the member, and the id of the API key whose daily cap they count towards (null on the
 * website).
 */
type Payer = { memberId: number; apiKeyId: number | null }

/**
 * Rows with the same `turn` have the same link and category: only one of their orders may be open at a time. `orderId`:
 * the order that is open already; null if there is none.
 */
type LinkTurn = { index: number; turn: string; orderId: number | null }

/** SQL for the `LinkTurn` of each row; leaves out rows of services without `oneOrderPerLink`. */
const linkTurnsSql = `
  SELECT r.index, encode(r.turn, 'hex') AS turn, o.id AS order_id FROM (
    SELECT index, link_turn_of($1::int, service, link, clean_link) AS turn
    FROM unnest($2::int[], $3::int[], $4::text[], $5::text[]) AS r (index, service, link, clean_link)
  ) AS r LEFT JOIN orders o ON o.link_turn = r.turn AND ${openOrder.sql('o')}
  WHERE r.turn IS NOT NULL`

/** The `LinkTurn` of each row of a service with `oneOrderPerLink`, by the row's index. */
async function linkTurnsOf(
  db: Db,
  memberId: number,
  checked: readonly CheckedBulkRow[],
): Promise<Map<number, LinkTurn>> {
  const guarded = checked.filter(({ service }) => service.oneOrderPerLink)
  if (guarded.length === 0) return new Map()
  const turns = await db.rows<LinkTurn>(linkTurnsSql, [
    memberId,
    guarded.map(({ index }) => index),
    guarded.map(({ service }) => service.id),
    guarded.map(({ input }) => input.link),
    guarded.map(({ input, service }) => cleanLink(input.link, service.platformId)),
  ])
  return new Map(turns.map((turn) => [turn.index, turn]))
}

/** Values of `turn` that several rows share, except values for which an order is open already. */
function sharedTurns(turns: Iterable<LinkTurn>): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { turn, orderId } of turns) {
    if (orderId !== null) continue
    if (seen.has(turn)) shared.add(turn)
    seen.add(turn)
  }
  return shared
}

/**
 * Points that the payer can spend now, in hundredths: the balance, or what is left today of the API key's daily cap if
 * that is less.
 */
async function spendablePoints(db: Db, { memberId, apiKeyId }: Payer): Promise<Points> {
  const balance = await balanceToSpend(db, memberId)
  const leftToday = apiKeyId === null ? null : await readCapLeft(db, apiKeyId)
  return leftToday !== null && leftToday < balance ? leftToday : balance
}

/**
 * Moves the rows whose link is taken from `checked` to `refused`. A link of a service with `oneOrderPerLink` is taken
 * by an open order of the member, or by an earlier row of the call, in the same category
 * (docs/contract.md#one-order-at-a-time). An earlier row takes its link if balance and daily cap cover it; with
 * `atomic` always, because all rows have to be placed. Balance and cap may change before the rows are placed. So the
 * caller must then compare the rows that fit with `expectedFits`, and check again if they differ.
 */
export async function refuseTakenLinks(
  db: Db,
  { atomic, ...payer }: Payer & { atomic: boolean },
  { checked, refused }: CheckResult,
): Promise<LinkCheckResult> {
  const turns = await linkTurnsOf(db, payer.memberId, checked)
  const shared = atomic ? new Set() : sharedTurns(turns.values())
  let spendable = shared.size === 0 ? null : await spendablePoints(db, payer)
  const result: LinkCheckResult = { checked: [], refused: [...refused], expectedFits: [] }
  const takenTurns = new Set<string>()
  for (const row of checked) {
    const { index, price } = row
    const { turn = '', orderId = null } = turns.get(index) ?? {}
    if (orderId !== null || takenTurns.has(turn)) {
      result.refused.push({ index, error: activeOrderOnLink(orderId) })
      continue
    }
    const fits = spendable === null || price <= spendable
    if (fits && spendable !== null) spendable -= price
    if (fits && turn !== '') takenTurns.add(turn)
    if (shared.has(turn)) result.expectedFits.push({ index, turn, fits })
    result.checked.push(row)
  }
  return result
}

/**
 * Indexes of the rows that would be refused even if the balance covered all rows, because an earlier row would then
 * take their link.
 */
export function laterRowsOnLinks(expectedFits: readonly ExpectedFit[]): ReadonlySet<number> {
  const turns = new Set<string>()
  const isLater = ({ turn }: ExpectedFit) => {
    const later = turns.has(turn)
    turns.add(turn)
    return later
  }
  return new Set(expectedFits.filter(isLater).map(({ index }) => index))
}

/**
 * True if balance and daily cap cover exactly the rows that `expectedFits` expected them to cover. `fitOfRows`: whether
 * balance and daily cap cover each row now.
 */
export function areFitsAsExpected(
  expectedFits: readonly ExpectedFit[],
  fitOfRows: readonly Omit<ExpectedFit, 'turn'>[],
): boolean {
  const fitting = new Set(fitOfRows.flatMap(({ index, fits }) => (fits ? index : [])))
  return expectedFits.every(({ index, fits }) => fitting.has(index) === fits)
}
