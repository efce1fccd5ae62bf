import type { Db } from '#lib/core/db.ts'
import type { AccountEventKind } from './labels.ts'

export type AccountEvent = { memberId: number; kind: AccountEventKind; address: string }

/**
 * Records what a member did to his credentials. Pass the transaction of that change. Acts of staff go to the audit
 * trail instead.
 */
export async function recordAccountEvent(tx: Db, { memberId, kind, address }: AccountEvent): Promise<void> {
  await tx.rows('INSERT INTO account_events (member_id, kind, address) VALUES ($1, $2, $3)', [memberId, kind, address])
}
