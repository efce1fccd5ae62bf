import { type Database, type Db, violates } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { checkCode, spendCode } from '#lib/verification/check-code.ts'
import { codeWasSent } from '#lib/verification/queries.ts'
import { alreadyTaken, registerRules, takenKeys, unknownReferral } from './errors.ts'
import type { RegisterInput } from './schema.ts'

/** What the settings ask of a new member (spec 3). */
export type RegisterPolicy = { emailVerification: boolean; phoneVerification: boolean; referral: boolean }

async function referrerOf(db: Db, code: string, policy: RegisterPolicy): Promise<number | null> {
  if (!policy.referral || code === '') return null
  const [row] = await db.rows<{ id: number }>('SELECT id FROM members WHERE referral_code = $1', [code])
  if (!row) throw unknownReferral()
  return row.id
}

async function insertMember(db: Db, input: RegisterInput, hash: string, referrerId: number | null): Promise<void> {
  const rows = await db.rows(
    `WITH member AS (
       INSERT INTO members (login_id, password_hash, email, phone, register_where_id, referred_by_id)
       SELECT $1, $2, $3, $4, id, $6 FROM register_wheres WHERE id = $5::bigint
       RETURNING id
     )
     INSERT INTO balances (member_id) SELECT id FROM member RETURNING member_id`,
    [input.id, hash, input.email.toLowerCase(), input.phoneNumber || null, input.registerWhere, referrerId],
  )
  if (rows.length === 0) refuseBroken(registerRules({ ...input, registerWhere: 0 }, noDemands))
}

const noDemands = { emailVerification: false, phoneVerification: false, emailCodeSent: true, phoneCodeSent: true }

/**
 * A new member with an empty balance (spec 5, decisions 5).
 * @throws BAD_INPUT the first broken rule; CONFLICT an id, e-mail or phone number that exists
 */
export async function registerMember(
  db: Database,
  input: RegisterInput,
  policy: RegisterPolicy,
): Promise<{ id: string }> {
  const email = { channel: 'EMAIL', target: input.email.toLowerCase(), code: input.emailCode } as const
  const phone = { channel: 'PHONE', target: input.phoneNumber, code: input.sendCode } as const
  refuseBroken(
    registerRules(input, {
      ...policy,
      emailCodeSent: policy.emailVerification && (await codeWasSent(db, 'EMAIL', email.target)),
      phoneCodeSent: policy.phoneVerification && (await codeWasSent(db, 'PHONE', phone.target)),
    }),
  )
  const referrerId = await referrerOf(db, input.referral, policy)
  const codes: number[] = []
  if (policy.emailVerification) codes.push(await checkCode(db, email))
  if (policy.phoneVerification) codes.push(await checkCode(db, phone))
  const hash = await hashPassword(input.password)
  try {
    await db.transaction(async (tx) => {
      for (const code of codes) await spendCode(tx, code)
      await insertMember(tx, input, hash, referrerId)
    })
  } catch (error) {
    const key = takenKeys.find((each) => violates(error, each))
    throw key ? alreadyTaken(key) : error
  }
  return { id: input.id }
}
