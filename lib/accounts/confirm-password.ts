import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { passwordMatches, refuseWhenBusy } from '#lib/core/passwords.ts'
import { countLoginAttempt, deleteLoginFailures, refuseFrequentFailures } from '#lib/sessions/count-failures.ts'
import { countProofAttempt, deleteProofFailures } from '#lib/sessions/count-proofs.ts'
import { wrongCurrentPassword } from './errors.ts'

/**
 * Checks the password of a signed-in member and returns its hash. Attempts are limited per session and per member, and
 * per IP address as failed logins are: an open or stolen session must not allow guessing the password.
 * @throws CONFLICT the password is wrong; TOO_MANY_REQUESTS
 */
export async function confirmPassword(db: Db, caller: Caller, password: string, address: string): Promise<string> {
  refuseWhenBusy()
  await countProofAttempt(db, caller)
  await countLoginAttempt(db, caller.loginId, address)
  await refuseFrequentFailures(db, caller.loginId, address)
  const { passwordHash } = await oneRow<{ passwordHash: string | null }>(
    db,
    'SELECT password_hash FROM members WHERE id = $1',
    [caller.memberId],
  )
  const isRight = await passwordMatches(password, passwordHash)
  if (!isRight || passwordHash === null) throw wrongCurrentPassword()
  await deleteLoginFailures(db, caller.loginId, address)
  await deleteProofFailures(db, caller)
  return passwordHash
}
