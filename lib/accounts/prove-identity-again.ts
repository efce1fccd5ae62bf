import type { Caller } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { countProofAttempt, deleteProofFailures } from '#lib/sessions/count-proofs.ts'
import { isSnsLinked } from '#lib/sns/queries.ts'
import { readSnsAccount } from '#lib/sns/read-sns-account.ts'
import type { SnsProvider } from '#lib/sns/rules.ts'
import { checkCurrentPassword } from './check-current-password.ts'
import { reauthRules, snsAccountNotLinked } from './errors.ts'
import type { ReauthInput } from './schema.ts'

type SnsProof = { code: string; state: string }

/**
 * Re-authenticates a member by a login at Naver or Kakao. The account there must be linked to the member. Accepts only
 * an authorization code, not an access token: a code comes from a login made just now, and works once.
 */
async function proveIdentityBySns(db: Db, caller: Caller, provider: SnsProvider, proof: SnsProof): Promise<void> {
  await countProofAttempt(db, caller)
  const person = await readSnsAccount(db, provider, proof)
  if (!(await isSnsLinked(db, caller.memberId, person))) throw snsAccountNotLinked(provider)
  await deleteProofFailures(db, caller)
}

/**
 * Verifies again, before a sensitive call, that the user of this session is its member. He enters his password or, if
 * he signs in with Naver or Kakao, logs in there again.
 * @throws BAD_INPUT no password given, or a code that Naver or Kakao refuses; CONFLICT a wrong password, an account
 * that isn't linked to the member, or a provider whose login is switched off; TOO_MANY_REQUESTS; UPSTREAM_FAILED Naver
 * or Kakao is down
 */
export async function proveIdentityAgain(db: Db, caller: Caller, input: ReauthInput, address: string): Promise<void> {
  if (input.naver) return proveIdentityBySns(db, caller, 'NAVER', input.naver)
  if (input.kakao) return proveIdentityBySns(db, caller, 'KAKAO', { ...input.kakao, state: '' })
  refuseBroken(reauthRules(input.password))
  await checkCurrentPassword(db, caller, input.password, address)
}
