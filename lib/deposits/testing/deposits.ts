import { randomUUID } from 'node:crypto'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { computeSignature } from '#lib/core/signature.ts'
import { receiveDeposits } from '../receive-deposits.ts'
import type { DepositRow, ImportedDeposit, NewDeposit } from '../schema.ts'
import type { DepositOrigin } from '../store-deposit.ts'

/** Builds a deposit that isn't stored yet: by default 10,000 won, now, from a unique name. */
export const buildDeposit = (wanted: Partial<NewDeposit> = {}): NewDeposit => ({
  externalId: randomUUID(),
  name: `입금자${randomUUID().slice(0, 8)}`,
  amount: 10_000,
  at: new Date().toISOString(),
  ...wanted,
})

/** Signature headers of the deposit hook for this body. */
export function signatureHeaders(bytes: Buffer, at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  return {
    'x-timestamp': timestamp,
    'x-signature': computeSignature(env().DEPOSIT_HOOK_SECRET ?? '', timestamp, bytes),
  }
}

/** Stores and matches a deposit, by default reported by the signed hook. Returns its id. */
export async function makeDeposit(
  { precision = 'EXACT', ...wanted }: Partial<ImportedDeposit> = {},
  origin: DepositOrigin = { source: 'HOOK' },
): Promise<number> {
  const [taken] = await receiveDeposits(db(), [{ ...buildDeposit(wanted), precision }], origin)
  return taken?.id ?? 0
}

export const depositById = (id: number): Promise<Pick<DepositRow, 'status'> & { chargeId: number | null }> =>
  oneRow(db(), 'SELECT status, charge_id FROM deposits WHERE id = $1', [id])
