import type { Database } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { refuseWeakPassword } from '#lib/members/weak-password.ts'
import { badResetLink, resetPasswordRules } from './errors.ts'
import { replacePassword } from './replace-password.ts'
import { holderOfResetLink } from './reset-link.ts'
import type { ResetPasswordInput } from './schema.ts'

/**
 * Sets a new password by a reset link, which works only once, even if it is used twice concurrently. Ends all sessions
 * and revokes all API keys, since somebody else may have gained access to the account.
 * @throws BAD_INPUT a broken rule, a password that is easy to guess, or a link that is invalid, expired, used or not
 * the newest; TOO_MANY_REQUESTS
 */
export async function resetPassword(
  db: Database,
  { token, password }: ResetPasswordInput,
  address: string,
): Promise<void> {
  const holder = await holderOfResetLink(db, token)
  if (!holder) throw badResetLink()
  refuseBroken(resetPasswordRules(password))
  await refuseWeakPassword('password', password, holder)
  const { memberId, passwordHash: oldHash } = holder
  const replacement = { memberId, oldHash, password, revokeApiKeys: true, address }
  if (!(await replacePassword(db, { ...replacement, kind: 'PASSWORD_RESET' }))) throw badResetLink()
}
