import { accountsOfSql } from '#lib/approvals/own-account.ts'
import { fingerprint, fingerprints } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'

const HASH_PURPOSE = 'former-identity'

/** A telephone number (`provider` PHONE), or the id of a person at Naver or Kakao. */
type Identity = { provider: string; subject: string }

const textOf = ({ provider, subject }: Identity): string => `${provider} ${subject}`

/** SQL for the telephone numbers and the Naver and Kakao persons of the accounts `ids`, which is SQL for their ids. */
const identitiesSql = (ids: string): string => `
  SELECT 'PHONE' AS provider, phone AS subject FROM members WHERE id IN (${ids}) AND phone IS NOT NULL
  UNION SELECT provider, subject FROM sns_links WHERE member_id IN (${ids})`

/** Days for which the identities are kept after the end of a promotion: until then a late deposit may pay a charge. */
const DAYS_AFTER_PROMOTION = 30

// How long the identities of the account $1 are worth keeping: for the promotions of which each person gets one grant
// and it had one, and for a year if it ever charged, so that a later account isn't rewarded as a new member's.
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
 * later account of the same person must not get a grant or reward again (docs/contract.md#promotions). Lock the
 * member's balance before, as whoever gives a grant does: it finds every grant then.
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

/** SQL for the ids of accounts that had an identity with one of these hashes and gave it up; `hashes` is SQL of bytea[]. */
export const formerAccountsSql = (hashes: string): string =>
  `SELECT member_id FROM former_identities WHERE hash = ANY (${hashes})`
