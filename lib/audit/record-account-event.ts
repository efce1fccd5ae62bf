import type { Db } from '#lib/core/db.ts'
import type { AccountEventKind } from './labels.ts'

/** Id of the changed API key, and the names of the fields that were changed. */
type KeyChange = { keyId: number; fields?: readonly string[] }

/**
 * An event to record. `address`: IP address from which the member made the change. `details`: only for an API key.
 */
export type AccountEvent = { memberId: number; kind: AccountEventKind; address: string; details?: KeyChange }

/**
 * Records that a member changed his credentials or deleted his account. Pass the transaction of that change. Staff
 * actions go to the audit trail instead.
 */
export async function recordAccountEvent(tx: Db, { memberId, kind, address, details }: AccountEvent): Promise<void> {
  await tx.rows('INSERT INTO account_events (member_id, kind, address, details) VALUES ($1, $2, $3, $4)', [
    memberId,
    kind,
    address,
    details ? JSON.stringify(details) : null,
  ])
}
