import type { Db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { needsEnrolCode } from '#lib/staff/enrol-code.ts'
import { decryptTotpSecret, encryptTotpSecret, makeTotpEnrolment, newTotpSecret } from '#lib/staff/totp-secret.ts'
import { storeTicketSecret } from './login-ticket.ts'
import type { TotpEnrolment } from './schema.ts'

/**
 * Returns the secret with which the holder of this login ticket, a staff member, sets up an authenticator.
 * @throws CONFLICT the ticket is invalid, or he already has an authenticator
 */
export async function startTotpEnrolment(db: Db, ticket: string): Promise<TotpEnrolment> {
  const { secret, memberId, loginId } = await storeTicketSecret(db, ticket, encryptTotpSecret(newTotpSecret()))
  const { FOOTER_COMPANY } = await settings(db)
  const enrolment = makeTotpEnrolment(decryptTotpSecret(secret), { issuer: FOOTER_COMPANY || 'shop', label: loginId })
  return { ...enrolment, needsEnrolCode: await needsEnrolCode(db, memberId) }
}
