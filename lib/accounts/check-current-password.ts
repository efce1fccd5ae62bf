import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { isPasswordCorrect, refuseWhenHashingBusy } from '#lib/core/passwords.ts'
import { countLoginAttempt, deleteLoginFailures } from '#lib/sessions/count-failures.ts'
import { countProofAttempt, deleteProofAttempt, deleteProofFailures } from '#lib/sessions/count-proofs.ts'
import { wrongCurrentPassword } from './errors.ts'

/**
 * Counts the attempt both as a proof of identity and as a login. If either limit refuses the attempt, it isn't counted
 * at all.
 * @throws TOO_MANY_REQUESTS
 */
async function countAttempt(db: Db, caller: Caller, address: string): Promise<void> {
  const proof = await countProofAttempt(db, caller)
  try {
    await countLoginAttempt(db, caller.loginId, address)
  } catch (error) {
    await deleteProofAttempt(db, proof)
    throw error
  }
}

/**
 * Checks the password of a signed-in member. Returns the hash of the password. Attempts are limited per session and per member and,
 * like failed logins, per IP address: an open or stolen session must not allow guessing the password.
 * @throws CONFLICT the password is wrong; TOO_MANY_REQUESTS
 */
export async function checkCurrentPassword(db: Db, caller: Caller, password: string, address: string): Promise<string> {
  refuseWhenHashingBusy()
  await countAttempt(db, caller, address)
  const { passwordHash } = await oneRow<{ passwordHash: string | null }>(
    db,
    'SELECT password_hash FROM members WHERE id = $1',
    [caller.memberId],
  )
  const isRight = await isPasswordCorrect(password, passwordHash)
  if (!isRight || passwordHash === null) throw wrongCurrentPassword()
  await deleteLoginFailures(db, caller.loginId, address)
  await deleteProofFailures(db, caller)
  return passwordHash
}
