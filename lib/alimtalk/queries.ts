import { type Db, oneRow } from '#lib/core/db.ts'
import { maskPhone } from './rules.ts'
import type { AlertState } from './schema.ts'

const stateSql = `
  SELECT m.phone, m.phone_verified_at IS NOT NULL AS is_verified,
    EXISTS (SELECT FROM connections WHERE kind = 'solapi') AS is_offered,
    EXISTS (SELECT FROM member_alerts a WHERE a.member_id = m.id AND a.kind = 'CHARGE' AND a.is_on) AS charge,
    EXISTS (SELECT FROM member_alerts a WHERE a.member_id = m.id AND a.kind = 'HOLD' AND a.is_on) AS hold,
    EXISTS (SELECT FROM member_alerts a WHERE a.member_id = m.id AND a.kind = 'ORDER' AND a.is_on) AS "order"
  FROM members m WHERE m.id = $1`

/** The kinds of notices that a member chose to get by telephone, and his masked phone number. */
export async function alertStateOf(db: Db, memberId: number): Promise<AlertState> {
  const { phone, ...state } = await oneRow<AlertState>(db, stateSql, [memberId])
  return { ...state, phone: phone && maskPhone(phone) }
}
