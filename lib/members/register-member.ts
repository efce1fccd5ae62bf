import type { Database } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { type CheckedCode, checkCode, spendCode } from '#lib/verification/check-code.ts'
import { hasCodeBeenSent } from '#lib/verification/queries.ts'
import { registerRules } from './errors.ts'
import { conflictIfTaken, findReferrer, hasSignUpSources, insertMember } from './insert-member.ts'
import { checkAgreedVersions, recordAgreement } from './record-agreement.ts'
import { recordVisit, type Visit } from './record-visit.ts'
import type { RegisterInput } from './schema.ts'
import { refuseWeakPassword } from './weak-password.ts'

/**
 * Settings that a sign-up depends on (docs/contract.md#settings): the verification codes that it needs, and whether
 * referral codes are accepted.
 */
export type SignUpSettings = { emailVerification: boolean; phoneVerification: boolean; referralsEnabled: boolean }

/**
 * Creates a member with an empty balance (docs/contract.md#sign-up). Returns the login id.
 * @throws BAD_INPUT the first broken rule, or a password, referral code, agreement, verification code or sign-up source
 * that is refused; CONFLICT the login id, e-mail address or phone number is taken; TOO_MANY_REQUESTS too many passwords
 * are waiting to be hashed
 */
export async function registerMember(
  db: Database,
  input: RegisterInput,
  { policy, visit }: { policy: SignUpSettings; visit: Visit },
): Promise<{ id: string }> {
  const email = { channel: 'EMAIL', target: input.email.toLowerCase(), code: input.emailCode } as const
  const phone = { channel: 'PHONE', target: input.phoneNumber, code: input.sendCode } as const
  refuseBroken(
    registerRules(input, {
      ...policy,
      hasSources: await hasSignUpSources(db),
      emailCodeSent: policy.emailVerification && (await hasCodeBeenSent(db, 'EMAIL', email.target)),
      phoneCodeSent: policy.phoneVerification && (await hasCodeBeenSent(db, 'PHONE', phone.target)),
    }),
  )
  await refuseWeakPassword('password', input.password, { loginId: input.id, email: email.target })
  const referrerId = await findReferrer(db, input.referral, policy)
  const agreed = await checkAgreedVersions(input.agreed)
  const codes: CheckedCode[] = []
  if (policy.emailVerification) codes.push(await checkCode(db, email))
  if (policy.phoneVerification) codes.push(await checkCode(db, phone))
  const passwordHash = await hashPassword(input.password)
  const { id: loginId, phoneNumber, registerWhere } = input
  try {
    await db.transaction(async (tx) => {
      for (const code of codes) await spendCode(tx, code)
      const member = { loginId, passwordHash, email: email.target, phone: phoneNumber, registerWhere, referrerId }
      const memberId = await insertMember(tx, member)
      await recordAgreement(tx, memberId, agreed)
      await recordVisit(tx, memberId, visit)
    })
  } catch (error) {
    throw conflictIfTaken(error)
  }
  return { id: loginId }
}
