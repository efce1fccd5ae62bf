import { Reply, type Role } from '#lib/core/call.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { dropGuestCookie, tokenCookie } from '#lib/core/session-cookies.ts'
import { deviceCookie, type Visit } from '#lib/members/record-visit.ts'
import { confirmTotp } from '#lib/staff/confirm-totp.ts'
import { invalidLoginTicket } from '#lib/staff/errors.ts'
import { isStaff, totpCodeRules } from '#lib/staff/rules.ts'
import { countTicketAttempt, issueLoginTicket, markTicketUsed } from './login-ticket.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { type RestrictionWithReason, refuseRestricted, restrictionColumns } from './refuse-restricted.ts'
import type { TotpInput } from './schema.ts'

/**
 * Response to the first step of a staff login (not in the demo): the ticket for the second step. `enrol` is true if
 * the staff member must set up an authenticator first.
 */
export type SecondFactorChallenge = { totpRequired: true; ticket: string; enrol: boolean }

/** A member who has proved by password, Naver or Kakao that the account is his. */
type VerifiedMember = { memberId: number; role: Role; device: string; passwordHash?: string; visit?: Visit }

/**
 * Continues a login after the first factor (the password, or the account at Naver or Kakao) was checked. Opens a
 * session; for staff outside the demo, returns a ticket for the second factor instead (docs/contract.md#second-factor).
 * @throws what openSession and issueLoginTicket throw
 */
export async function completeFirstFactor(
  db: Db,
  passed: VerifiedMember,
): Promise<OpenedSession | SecondFactorChallenge> {
  if (!isStaff(passed.role) || env().DEMO) return openSession(db, passed)
  const { enrolled } = await oneRow<{ enrolled: boolean }>(
    db,
    'SELECT EXISTS (SELECT FROM staff_totp WHERE member_id = $1) AS enrolled',
    [passed.memberId],
  )
  return {
    totpRequired: true,
    ticket: await issueLoginTicket(db, passed.memberId, passed.passwordHash),
    enrol: !enrolled,
  }
}

/** Response to a login: the session with its cookies, or the ticket for the second factor. */
export function loginReply(
  outcome: OpenedSession | SecondFactorChallenge,
  visit: Visit,
  more: { recoveryCodes?: string[] } = {},
): Reply {
  if ('ticket' in outcome) return new Reply(outcome)
  const cookies = [tokenCookie(outcome.token, outcome.expiresAt), dropGuestCookie(), deviceCookie(visit)]
  return new Reply({ accessToken: outcome.token, ...more }, { 'set-cookie': cookies })
}

type MemberRow = RestrictionWithReason & { role: Role }

/**
 * Second step of a staff login: opens a session for a ticket and a valid code. If the code has just set up the
 * authenticator, also returns its recovery codes. Role and restriction are read again, because they may have changed
 * since the first step.
 * @throws BAD_INPUT the code is malformed, wrong or used, or the enrol code is wrong or missing; CONFLICT the ticket is
 * invalid, or the stored secret of his authenticator can't be decrypted; RESTRICTED; TOO_MANY_REQUESTS
 */
export async function logInWithTicket(
  db: Database,
  input: TotpInput,
  from: { address: string; device: string; visit?: Visit },
) {
  refuseBroken(totpCodeRules(input.code))
  const { id, memberId, secret } = await countTicketAttempt(db, input.ticket)
  return db.transaction(async (tx) => {
    const [member] = await tx.rows<MemberRow>(
      `SELECT role, ${restrictionColumns} FROM members WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
      [memberId],
    )
    if (!member || !(await markTicketUsed(tx, id))) throw invalidLoginTicket()
    await refuseRestricted(tx, member)
    const proof = { memberId, code: input.code, enrolCode: input.enrolCode, address: from.address }
    const recoveryCodes = await confirmTotp(tx, proof, secret)
    const session = await openSession(tx, { memberId, role: member.role, ...from, totp: true })
    return { session, recoveryCodes }
  })
}
