import { pendingCharge } from '#lib/charges/rules.ts'
import type { ChargeRow } from '#lib/charges/schema.ts'

/** Fields of a charge that its deposit instructions show. */
export type OpenCharge = Pick<ChargeRow, 'id' | 'point' | 'payAmount' | 'name' | 'feeType' | 'expiresAt'>

/**
 * True if the charge still waits for its deposit at `now` (milliseconds). After `expiresAt` it doesn't, even if it is
 * still PENDING because the job that ends it hasn't run yet.
 */
export const isDepositAwaited = (charge: Pick<ChargeRow, 'status' | 'expiresAt'>, now: number): boolean =>
  pendingCharge.holds(charge) && Date.parse(charge.expiresAt) > now

type SearchQuery = Readonly<Record<string, string | string[] | undefined>>

/**
 * Selects from the member's pending charges, newest first. `awaited`: charges that still wait for their deposit.
 * `named`: the charge of `awaited` whose id is in the query string (`?charge=`), or null.
 */
export function selectAwaitedCharges(pending: readonly ChargeRow[], { charge }: SearchQuery, now: number) {
  const awaited = pending.filter((row) => isDepositAwaited(row, now))
  return { awaited, named: awaited.find((row) => String(row.id) === charge) ?? null }
}
