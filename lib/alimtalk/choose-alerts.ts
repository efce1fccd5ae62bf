import type { MemberActor } from '#lib/audit/actor.ts'
import type { Database } from '#lib/core/db.ts'
import { alertsNotOffered, phoneNotVerified } from './errors.ts'
import { alertsOf } from './queries.ts'
import type { AlertChoices, AlertState } from './schema.ts'

// A row that is turned off stays: it counts the messages of the day, which turning it off and on again must not reset.
const chooseSql = `
  INSERT INTO member_alerts (member_id, kind, is_on)
  SELECT $1, c.kind, c.is_on FROM unnest($2::text[], $3::boolean[]) AS c (kind, is_on)
  ON CONFLICT (member_id, kind) DO UPDATE SET is_on = excluded.is_on WHERE member_alerts.is_on <> excluded.is_on`

/**
 * Stores what a member wants to be told of by telephone. What he turns off isn't sent any more, even if it waits
 * already (docs/contract.md#notices-by-telephone).
 * @throws CONFLICT he turns something on without a verified number, or the shop can't send messages
 */
export async function chooseAlerts(
  db: Database,
  { memberId }: MemberActor,
  { charge, hold, order }: AlertChoices,
): Promise<AlertState> {
  return db.transaction(async (tx) => {
    // Before the choices, as whoever deletes the account locks them.
    await tx.rows('SELECT FROM members WHERE id = $1 FOR SHARE', [memberId])
    const now = await alertsOf(tx, memberId)
    const turnsOn = (charge && !now.charge) || (hold && !now.hold) || (order && !now.order)
    if (turnsOn && !now.isVerified) throw phoneNotVerified()
    if (turnsOn && !now.isOffered) throw alertsNotOffered()
    await tx.rows(chooseSql, [memberId, ['CHARGE', 'HOLD', 'ORDER'], [charge, hold, order]])
    return { ...now, charge, hold, order }
  })
}
