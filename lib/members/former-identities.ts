import { accountsOfSql } from '#lib/approvals/own-account.ts'
import { fingerprint, fingerprints } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'

const HASH_PURPOSE = 'former-identity'

/** A telephone number (`provider` PHONE), or the id of a person at Naver or Kakao. */
type Identity = { provider: string; subject: string }

const textOf = ({ provider, subject }: Identity): string => `${provider} ${subject}`

/** SQL for the telephone numbers and the Naver and Kakao persons of the accounts whose ids `idsSql` selects. */
const identitiesSql = (idsSql: string): string => `
  SELECT 'PHONE' AS provider, phone AS subject FROM members WHERE id IN (${idsSql}) AND phone IS NOT NULL
  UNION SELECT provider, subject FROM sns_links WHERE member_id IN (${idsSql})`

/** Days for which identities are stored after a promotion's end: until then a late deposit may bring its bonus. */
const DAYS_AFTER_PROMOTION = 30

// Until when the identities of the account $1 are stored: until DAYS_AFTER_PROMOTION after the end of every active
// promotion (not stopped) that gives each person one grant and has given this account one; and for a year if points
// were ever charged to the account, so that a later account of the same person isn't rewarded like that of a new
// member. The latest of these times counts.
const keepUntilSql = `
  SELECT greatest(
    (SELECT max(p.ends_at) + interval '${DAYS_AFTER_PROMOTION} days' FROM promotion_grants g
      JOIN promotions p ON p.id = g.promotion_id WHERE g.member_id = $1 AND g.once AND p.state = 'ACTIVE'),
    (SELECT now() + interval '1 year'
      WHERE EXISTS (SELECT FROM point_entries WHERE member_id = $1 AND kind IN ('CHARGE', 'CARD_CHARGE')))) AS keep_until`

const rememberSql = `
  INSERT INTO former_identities (hash, member_id, keep_until)
  SELECT h.hash, $1, k.keep_until FROM unnest($2::bytea[]) AS h (hash), (${keepUntilSql}) AS k WHERE k.keep_until > now()
  ON CONFLICT (hash, member_id) DO UPDATE SET keep_until = greatest(former_identities.keep_until, excluded.keep_until)`

const remember = (tx: Db, memberId: number, identities: readonly Identity[]) =>
  tx.rows(rememberSql, [memberId, identities.map((identity) => fingerprint(HASH_PURPOSE, textOf(identity)))])

/**
 * Stores keyed hashes of an account's telephone number and of its Naver or Kakao person before they are erased, if a
 * later account of the same person must not get a grant or reward again (docs/contract.md#promotions). Call it with the
 * member's balance locked, as grants are given: otherwise it could miss a grant that is being given.
 */
export async function rememberIdentities(tx: Db, memberId: number): Promise<void> {
  await remember(tx, memberId, await tx.rows<Identity>(identitiesSql('SELECT $1::int'), [memberId]))
}

/** Like `rememberIdentities`, for a telephone number that the account gives up. */
export const rememberPhone = (tx: Db, memberId: number, phone: string) =>
  remember(tx, memberId, [{ provider: 'PHONE', subject: phone }])

/**
 * The hashes under which identities of a member, and of his other accounts, may be stored in `former_identities`.
 */
export async function identityHashes(db: Db, memberId: number): Promise<Buffer[]> {
  const identities = await db.rows<Identity>(identitiesSql(accountsOfSql('$1::int')), [memberId])
  return identities.flatMap((identity) => fingerprints(HASH_PURPOSE, textOf(identity)))
}

/**
 * SQL for the ids of accounts that had an identity with one of these hashes (`hashesSql`, SQL of type bytea[]) and gave
 * it up.
 */
export const formerAccountsSql = (hashesSql: string): string =>
  `SELECT member_id FROM former_identities WHERE hash = ANY (${hashesSql})`
