import type { Caller } from '#lib/core/call.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import type { PasswordOwner } from '#lib/members/rules.ts'
import { refuseWeakPassword } from '#lib/members/weak-password.ts'
import { checkCurrentPassword } from './check-current-password.ts'
import { changePasswordRules, wrongCurrentPassword } from './errors.ts'
import { replacePassword } from './replace-password.ts'
import type { ChangePasswordInput } from './schema.ts'

/**
 * Changes the password of a signed-in member who has entered his current password. Ends all his sessions, including the
 * caller's, and revokes his API keys if requested.
 * @throws BAD_INPUT the first broken rule, or a password that is easy to guess; CONFLICT the current password is wrong;
 * TOO_MANY_REQUESTS
 */
export async function changePassword(
  db: Database,
  caller: Caller,
  input: ChangePasswordInput,
  address: string,
): Promise<void> {
  refuseBroken(changePasswordRules(input))
  const owner = await oneRow<PasswordOwner>(db, 'SELECT login_id, email FROM members WHERE id = $1', [caller.memberId])
  await refuseWeakPassword('newPassword', input.newPassword, owner)
  const oldHash = await checkCurrentPassword(db, caller, input.currentPassword, address)
  const { newPassword: password, revokeApiKeys } = input
  const replacement = { memberId: caller.memberId, oldHash, password, revokeApiKeys, address }
  const replaced = await replacePassword(db, { ...replacement, kind: 'PASSWORD_CHANGED' })
  if (!replaced) throw wrongCurrentPassword()
}
