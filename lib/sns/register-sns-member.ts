import type { TermsReference } from '#lib/content/rules.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, isViolationOf } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { conflictIfTaken, findReferrer, hasSignUpSources, insertMember } from '#lib/members/insert-member.ts'
import { checkAgreedVersions, recordAgreement } from '#lib/members/record-agreement.ts'
import { recordVisit, type Visit } from '#lib/members/record-visit.ts'
import { checkCode, spendCode } from '#lib/verification/check-code.ts'
import { hasCodeBeenSent } from '#lib/verification/queries.ts'
import { snsAccountAlreadyRegistered, snsRegisterRules, snsSignUpProofExpired } from './errors.ts'
import type { SnsAccount } from './log-in-by-sns.ts'
import { LOGIN_ID_RANDOM_LENGTH, snsPathNames } from './rules.ts'
import type { SnsRegisterInput } from './schema.ts'
import type { SignUpTicket } from './sign-ticket.ts'

/** The settings that a sign-up by Naver or Kakao depends on. */
export type SnsSignUpSettings = { phoneVerification: boolean; referralsEnabled: boolean }

/**
 * A verified account at Naver or Kakao, with which a person signs up. `ticket`: the single-use ticket that proved the
 * account; null if an access token of the provider proved it.
 */
export type SignUpProof = { person: SnsAccount; ticket: SignUpTicket | null }

const newLoginId = ({ provider }: SnsAccount): string =>
  `${snsPathNames[provider]}_${randomCharacters(LOGIN_ID_RANDOM_LENGTH, 'abcdefghijklmnopqrstuvwxyz0123456789')}`

/**
 * Marks a ticket as used. Returns false if it was used before. Used tickets are stored apart from accounts: deleting an
 * account must not make its ticket valid again. Also deletes expired tickets.
 */
async function spendTicket(tx: Db, { id, expiresAt }: SignUpTicket): Promise<boolean> {
  await tx.rows('DELETE FROM sns_spent_tickets WHERE expires_at < now()')
  const spent = await tx.rows(
    'INSERT INTO sns_spent_tickets (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
    [id, expiresAt],
  )
  return spent.length > 0
}

type SnsRegistration = {
  input: SnsRegisterInput
  referrerId: number | null
  agreed: readonly TermsReference[]
  visit: Visit
}

async function insertLinkedMember(
  tx: Db,
  proof: SignUpProof,
  { input, referrerId, agreed, visit }: SnsRegistration,
): Promise<string> {
  const { person, ticket } = proof
  const loginId = newLoginId(person)
  const { phoneNumber: phone, registerWhere } = input
  const member = { loginId, passwordHash: null, email: null, phone, registerWhere, referrerId }
  const memberId = await insertMember(tx, member)
  await recordAgreement(tx, memberId, agreed)
  await recordVisit(tx, memberId, visit)
  // If another sign-up with the same account is running, the unique key makes this statement wait, and fail if the
  // other sign-up succeeds.
  await tx.rows('INSERT INTO sns_links (member_id, provider, subject) VALUES ($1, $2, $3)', [
    memberId,
    person.provider,
    person.subject,
  ])
  if (ticket && !(await spendTicket(tx, ticket))) throw snsSignUpProofExpired(person.provider)
  return loginId
}

/**
 * Creates a member who logs in by Naver or Kakao, with a generated login id and no password
 * (docs/contract.md#naver-and-kakao). `prove` verifies the account, and is called only if the form has no error.
 * Returns the login id.
 * @throws BAD_INPUT the first failed check, a wrong code, or a used ticket; CONFLICT the account or phone number
 * already belongs to a member; the errors of `prove`
 */
export async function registerSnsMember(
  db: Database,
  input: SnsRegisterInput,
  { policy, visit }: { policy: SnsSignUpSettings; visit: Visit },
  prove: () => Promise<SignUpProof>,
): Promise<{ id: string }> {
  const phone = { channel: 'PHONE', target: input.phoneNumber, code: input.sendCode } as const
  const phoneCodeSent = policy.phoneVerification && (await hasCodeBeenSent(db, 'PHONE', phone.target))
  refuseBroken(snsRegisterRules(input, { ...policy, hasSources: await hasSignUpSources(db), phoneCodeSent }))
  const referrerId = await findReferrer(db, input.referral, policy)
  const agreed = await checkAgreedVersions(input.agreed)
  const proof = await prove()
  const code = policy.phoneVerification ? await checkCode(db, phone) : null
  try {
    const id = await db.transaction(async (tx) => {
      if (code !== null) await spendCode(tx, code)
      return insertLinkedMember(tx, proof, { input, referrerId, agreed, visit })
    })
    return { id }
  } catch (error) {
    if (isViolationOf(error, 'sns_links_provider_subject_key')) throw snsAccountAlreadyRegistered(proof.person.provider)
    throw conflictIfTaken(error)
  }
}
