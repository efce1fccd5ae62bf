import type { Db } from '#lib/core/db.ts'
import type { AccountEventKind } from './labels.ts'

export type AccountEvent = { memberId: number; kind: AccountEventKind; address: string }

/**
 * Appends what a member did to what lets him or his programs in. Give it the transaction of that write. What staff do to
 * an account is in the audit trail instead.
 */
export async function recordAccountEvent(tx: Db, { memberId, kind, address }: AccountEvent): Promise<void> {
  await tx.rows('INSERT INTO account_events (member_id, kind, address) VALUES ($1, $2, $3)', [memberId, kind, address])
}
