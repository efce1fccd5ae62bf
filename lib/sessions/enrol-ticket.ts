import type { Db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { needsEnrolCode } from '#lib/staff/enrol-code.ts'
import { enrolmentOf, newSecret, openSecret, sealSecret } from '#lib/staff/totp-secret.ts'
import { holdSecret } from './login-ticket.ts'
import type { TotpEnrolment } from './schema.ts'

/**
 * Returns the secret with which the holder of this ticket sets up an authenticator. @throws CONFLICT the ticket is
 * invalid, or he has an authenticator
 */
export async function enrolTicket(db: Db, ticket: string): Promise<TotpEnrolment> {
  const { secret, memberId, loginId } = await holdSecret(db, ticket, sealSecret(newSecret()))
  const { FOOTER_COMPANY } = await settings(db)
  const enrolment = enrolmentOf(openSecret(secret), { issuer: FOOTER_COMPANY || 'shop', label: loginId })
  return { ...enrolment, needsEnrolCode: await needsEnrolCode(db, memberId) }
}
