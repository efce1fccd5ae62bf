import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { isPasswordCorrect, refuseWhenHashingBusy } from '#lib/core/passwords.ts'
import type { Visit } from '#lib/members/record-visit.ts'
import { completeFirstFactor, type SecondFactorChallenge } from './complete-first-factor.ts'
import { countLoginAttempt, deleteLoginFailures } from './count-failures.ts'
import { loginRules, wrongLogin } from './errors.ts'
import type { OpenedSession } from './open-session.ts'
import { type RestrictionWithReason, refuseRestricted, restrictionColumns } from './refuse-restricted.ts'
import { loginFailureLimits } from './rules.ts'
import type { LoginInput } from './schema.ts'

/**
 * Failed logins are counted by this many first characters of the entered login id. No valid id is longer, and a text of
 * this length fits into an index.
 */
const COUNTED_LENGTH = 40

type MemberRow = RestrictionWithReason & { id: number; role: Role; passwordHash: string | null }

type LoginOrigin = { address: string; device: string; visit?: Visit }

/**
 * Logs in with login id and password (docs/contract.md#sessions): opens a session or, for staff, may return a ticket
 * for the second factor (`completeFirstFactor`). An unknown id takes as long as a wrong password, so that the time
 * doesn't reveal which ids exist.
 * @throws BAD_INPUT; NOT_FOUND wrong id or password; RESTRICTED; TOO_MANY_REQUESTS
 */
export async function logIn(
  db: Db,
  input: LoginInput,
  from: LoginOrigin,
): Promise<OpenedSession | SecondFactorChallenge> {
  refuseBroken(loginRules(input))
  refuseWhenHashingBusy()
  const countedId = input.id.slice(0, COUNTED_LENGTH)
  const { slow } = await countLoginAttempt(db, countedId, from.address)
  if (slow) await wait(loginFailureLimits.slowedMs)
  const [member] = await db.rows<MemberRow>(
    `SELECT id, role, password_hash, ${restrictionColumns} FROM members WHERE login_id = $1`,
    [input.id],
  )
  const isRight = await isPasswordCorrect(input.password, member?.passwordHash ?? null)
  if (!member?.passwordHash || !isRight) throw wrongLogin()
  await deleteLoginFailures(db, countedId, from.address)
  await refuseRestricted(db, member)
  const { id: memberId, role, passwordHash } = member
  return completeFirstFactor(db, { memberId, role, device: from.device, visit: from.visit, passwordHash })
}
