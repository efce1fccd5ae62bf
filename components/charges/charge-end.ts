import { chargeStatus } from '#lib/charges/labels.ts'
import type { ChargeRow } from '#lib/charges/schema.ts'
import { type ApiAnswer, pollApi } from '../chrome/call-api.ts'

/** Number of newest charges to load: three times as many as can be pending, so that the sought charge is among them. */
const MAX_LOADED_CHARGES = 30

/**
 * Loads how a charge ended: true if it was credited, false if it was rejected, withdrawn or expired. Null if it is
 * pending, can't be loaded, or isn't one of the newest charges.
 */
export async function loadWasCredited(id: number): Promise<boolean | null> {
  const answer = await pollApi<ChargeRow[]>('GET', `/service/point-history?size=${MAX_LOADED_CHARGES}`)
  const row = answer.ok ? answer.body.find((each) => each.id === id) : undefined
  return !row || row.status === chargeStatus.PENDING ? null : row.status === chargeStatus.SUCCESS
}

/**
 * How a charge ended, given the answer to its withdrawal: true if it was credited, false if not, null if it may still
 * be pending. A 409 means that the charge had already ended, for example by approval: this function then loads how it
 * ended, and returns false if that can't be loaded.
 */
export async function wasCreditedAfterWithdrawal(
  id: number,
  { ok, status }: Pick<ApiAnswer<unknown>, 'ok' | 'status'>,
): Promise<boolean | null> {
  if (ok) return false
  return status === 409 ? (await loadWasCredited(id)) === true : null
}
