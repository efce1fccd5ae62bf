import { chargeStatus } from '#lib/charges/labels.ts'
import type { ChargeRow } from '#lib/charges/schema.ts'

/** What a deposit is told by. */
export type OpenCharge = Pick<ChargeRow, 'id' | 'point' | 'payAmount' | 'name' | 'feeType' | 'expiresAt'>

/** Whether a deposit is still awaited; `now` in milliseconds. Past its time only the sweep hasn't come yet. */
export const isOpen = ({ status, expiresAt }: Pick<ChargeRow, 'status' | 'expiresAt'>, now: number): boolean =>
  status === chargeStatus.PENDING && Date.parse(expiresAt) > now

/**
 * The charge whose instructions stand in the form's place: the one the address names, else the newest (`pending` is
 * newest first); none where the address asks for a new one.
 */
export function shownCharge(
  pending: readonly ChargeRow[],
  { charge, new: another }: Readonly<Record<string, string | string[] | undefined>>,
  now: number,
): ChargeRow | null {
  if (another !== undefined) return null
  const open = pending.filter((row) => isOpen(row, now))
  return open.find((row) => String(row.id) === charge) ?? open[0] ?? null
}
