import type { Database } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { refuseWeakPassword } from '#lib/members/weak-password.ts'
import { badLink, resetPasswordRules } from './errors.ts'
import { replacePassword } from './replace-password.ts'
import { holderOfLink } from './reset-link.ts'
import type { ResetPasswordInput } from './schema.ts'

/**
 * A new password by a reset link, which works once, also when it is used twice at the same moment; all sessions end and
 * the api-keys are revoked: whoever resets may have lost the account to somebody.
 * @throws BAD_INPUT a broken rule, or a link that is not ours, has expired or was used
 */
export async function resetPassword(
  db: Database,
  { token, password }: ResetPasswordInput,
  address: string,
): Promise<void> {
  const holder = await holderOfLink(db, token)
  if (!holder) throw badLink()
  refuseBroken(resetPasswordRules(password))
  await refuseWeakPassword('password', password, holder)
  const { memberId, passwordHash: oldHash } = holder
  const to = { memberId, oldHash, password, revokeApiKeys: true, address }
  if (!(await replacePassword(db, { ...to, kind: 'PASSWORD_RESET' }))) throw badLink()
}
