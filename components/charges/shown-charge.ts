import { chargeStatus } from '#lib/charges/labels.ts'
import type { ChargeRow } from '#lib/charges/schema.ts'

/** What identifies a deposit. */
export type OpenCharge = Pick<ChargeRow, 'id' | 'point' | 'payAmount' | 'name' | 'feeType' | 'expiresAt'>

/** Whether a deposit is still awaited; `now` in milliseconds. Past its time only the sweep hasn't come yet. */
export const isOpen = ({ status, expiresAt }: Pick<ChargeRow, 'status' | 'expiresAt'>, now: number): boolean =>
  status === chargeStatus.PENDING && Date.parse(expiresAt) > now

type Query = Readonly<Record<string, string | string[] | undefined>>

/** The charges that a deposit is awaited for, newest first, and the one whose instructions the address asks for. */
export function awaited(pending: readonly ChargeRow[], { charge }: Query, now: number) {
  const open = pending.filter((row) => isOpen(row, now))
  return { open, shown: open.find((row) => String(row.id) === charge) ?? null }
}
