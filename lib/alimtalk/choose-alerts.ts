import type { MemberActor } from '#lib/audit/actor.ts'
import type { Database } from '#lib/core/db.ts'
import { alertsNotOffered, phoneNotVerified } from './errors.ts'
import { alertSettingsOf } from './queries.ts'
import type { AlertChoices, AlertSettings } from './schema.ts'

// The row of a kind stays when a member turns the kind off, because it counts the day's messages: turning the kind off
// and on again must not reset the count.
const chooseSql = `
  INSERT INTO member_alerts (member_id, kind, is_on)
  SELECT $1, c.kind, c.is_on FROM unnest($2::text[], $3::boolean[]) AS c (kind, is_on)
  ON CONFLICT (member_id, kind) DO UPDATE SET is_on = excluded.is_on WHERE member_alerts.is_on <> excluded.is_on`

/**
 * Stores which kinds of notices a member wants by telephone, and returns the stored state. Notices of a kind that he
 * turns off are no longer sent, even if they are already waiting (docs/contract.md#notices-by-telephone).
 * @throws CONFLICT he turns a kind on, but has no verified number or the shop can't send messages
 */
export async function chooseAlerts(
  db: Database,
  { memberId }: MemberActor,
  { charge, hold, order }: AlertChoices,
): Promise<AlertSettings> {
  return db.transaction(async (tx) => {
    // Locks the row of the member before the rows of his choices, in the same order as the deletion of an account, so
    // that the two transactions can't deadlock.
    await tx.rows('SELECT FROM members WHERE id = $1 FOR SHARE', [memberId])
    const now = await alertSettingsOf(tx, memberId)
    const turnsOn = (charge && !now.charge) || (hold && !now.hold) || (order && !now.order)
    if (turnsOn && !now.isVerified) throw phoneNotVerified()
    if (turnsOn && !now.isOffered) throw alertsNotOffered()
    await tx.rows(chooseSql, [memberId, ['CHARGE', 'HOLD', 'ORDER'], [charge, hold, order]])
    return { ...now, charge, hold, order }
  })
}
