import { type Db, oneRow } from '#lib/core/db.ts'
import { maskPhone } from './rules.ts'
import type { AlertSettings } from './schema.ts'

const stateSql = `
  SELECT m.phone, m.phone_verified_at IS NOT NULL AS is_verified,
    EXISTS (SELECT FROM connections WHERE kind = 'solapi') AS is_offered,
    EXISTS (SELECT FROM member_alerts a WHERE a.member_id = m.id AND a.kind = 'CHARGE' AND a.is_on) AS charge,
    EXISTS (SELECT FROM member_alerts a WHERE a.member_id = m.id AND a.kind = 'HOLD' AND a.is_on) AS hold,
    EXISTS (SELECT FROM member_alerts a WHERE a.member_id = m.id AND a.kind = 'ORDER' AND a.is_on) AS "order"
  FROM members m WHERE m.id = $1`

/** A member's choices of notices by telephone, his masked phone number, and whether notices can be sent to it. */
export async function alertSettingsOf(db: Db, memberId: number): Promise<AlertSettings> {
  const { phone, ...state } = await oneRow<AlertSettings>(db, stateSql, [memberId])
  return { ...state, phone: phone && maskPhone(phone) }
}
