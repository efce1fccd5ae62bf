import type { Db } from '#lib/core/db.ts'
import type { AccountEventKind } from './labels.ts'

export type AccountEvent = { memberId: number; kind: AccountEventKind; address: string }

/**
 * Records a change that a member made to his credentials. Pass the transaction of that change. Staff actions go to the
 * audit trail instead.
 */
export async function recordAccountEvent(tx: Db, { memberId, kind, address }: AccountEvent): Promise<void> {
  await tx.rows('INSERT INTO account_events (member_id, kind, address) VALUES ($1, $2, $3)', [memberId, kind, address])
}
