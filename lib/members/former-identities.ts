import { accountsOfSql } from '#lib/approvals/own-account.ts'
import { fingerprint, possibleFingerprints } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'

const HASH_PURPOSE = 'former-identity'

/** A telephone number (`provider` PHONE), or the id of a person at Naver or Kakao. */
type Identity = { provider: string; subject: string }

const textOf = ({ provider, subject }: Identity): string => `${provider} ${subject}`

/** SQL for the telephone numbers and the Naver and Kakao ids of the accounts whose ids `idsSql` selects. */
const identitiesSql = (idsSql: string): string => `
  SELECT 'PHONE' AS provider, phone AS subject FROM members WHERE id IN (${idsSql}) AND phone IS NOT NULL
  UNION SELECT provider, subject FROM sns_links WHERE member_id IN (${idsSql})`

/**
 * Days for which identities are stored after a promotion ends: a deposit that arrives late may still earn its bonus.
 */
const DAYS_AFTER_PROMOTION = 30

// The identities of account $1 are stored until the later of two times:
// - DAYS_AFTER_PROMOTION days after the end of the last active promotion (not stopped) that gives each person one grant
// and has given this account one;
// - one year from now, if the account ever had a credited charge: a later account of the same person must not earn the
//   reward for a new member.
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
 * Stores keyed hashes of an account's telephone number and of its Naver or Kakao id, before they are erased. Stores
 * nothing if a later account of the same person may get every grant and reward (docs/contract.md#promotions). Lock the
 * member's balance before the call, as giving a grant does: otherwise a grant given at the same time could be missed.
 */
export async function rememberIdentities(tx: Db, memberId: number): Promise<void> {
  await remember(tx, memberId, await tx.rows<Identity>(identitiesSql('SELECT $1::int'), [memberId]))
}

/** Stores a keyed hash of a telephone number that the account gives up, as `rememberIdentities` does. */
export const rememberPhone = (tx: Db, memberId: number, phone: string) =>
  remember(tx, memberId, [{ provider: 'PHONE', subject: phone }])

/**
 * Hashes of the identities of a member and of his other accounts, in the form in which `former_identities` stores them.
 */
export async function identityHashes(db: Db, memberId: number): Promise<Buffer[]> {
  const identities = await db.rows<Identity>(identitiesSql(accountsOfSql('$1::int')), [memberId])
  return identities.flatMap((identity) => possibleFingerprints(HASH_PURPOSE, textOf(identity)))
}

/** SQL for the ids of accounts that gave up an identity with one of these hashes (`hashesSql`, SQL of type bytea[]). */
export const formerAccountsSql = (hashesSql: string): string =>
  `SELECT member_id FROM former_identities WHERE hash = ANY (${hashesSql})`
