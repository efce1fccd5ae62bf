import type { MemberActor } from '#lib/audit/actor.ts'
import type { Database } from '#lib/core/db.ts'
import { alertsNotOffered, phoneNotVerified } from './errors.ts'
import { alertStateOf } from './queries.ts'
import type { AlertChoices, AlertState } from './schema.ts'

// A choice that is turned off keeps its row: the row counts the messages of the day, and turning the choice off and on
// again must not reset the count.
const chooseSql = `
  INSERT INTO member_alerts (member_id, kind, is_on)
  SELECT $1, c.kind, c.is_on FROM unnest($2::text[], $3::boolean[]) AS c (kind, is_on)
  ON CONFLICT (member_id, kind) DO UPDATE SET is_on = excluded.is_on WHERE member_alerts.is_on <> excluded.is_on`

/**
 * Stores which notices a member wants by telephone. A notice that he turns off is no longer sent, even if it is already
 * waiting (docs/contract.md#notices-by-telephone).
 * @throws CONFLICT he turns something on without a verified number, or the shop can't send messages
 */
export async function chooseAlerts(
  db: Database,
  { memberId }: MemberActor,
  { charge, hold, order }: AlertChoices,
): Promise<AlertState> {
  return db.transaction(async (tx) => {
    // Locks the member before his choices, in the same order as the deletion of an account.
    await tx.rows('SELECT FROM members WHERE id = $1 FOR SHARE', [memberId])
    const now = await alertStateOf(tx, memberId)
    const turnsOn = (charge && !now.charge) || (hold && !now.hold) || (order && !now.order)
    if (turnsOn && !now.isVerified) throw phoneNotVerified()
    if (turnsOn && !now.isOffered) throw alertsNotOffered()
    await tx.rows(chooseSql, [memberId, ['CHARGE', 'HOLD', 'ORDER'], [charge, hold, order]])
    return { ...now, charge, hold, order }
  })
}
