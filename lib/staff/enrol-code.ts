import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { clock, timeAfter } from '#lib/core/clock.ts'
import { possibleFingerprints, randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { totpAlreadySet } from './errors.ts'
import { ENROL_CODE_LENGTH, ENROL_CODE_LIFE_MS, isStaff, recoveryAlphabet } from './rules.ts'
import { lockStaff, type TargetMember } from './sign-out.ts'

const enrolCodeHashes = (memberId: number, code: string): Buffer[] =>
  possibleFingerprints('enrol-code', `${memberId}:${code}`)

/**
 * Issues the code that a colleague needs to set up an authenticator. An earlier code of his becomes invalid. Only the
 * code's hash is stored. The OWNER hands the code over personally, so that a stolen password or mailbox isn't enough to
 * log in as staff.
 * @throws NOT_FOUND no staff member has this id; CONFLICT he already has an authenticator; FORBIDDEN the actor is no
 * longer an OWNER
 */
export function issueEnrolCode(
  db: Database,
  actor: StaffActor,
  { memberId }: TargetMember,
): Promise<{ code: string; expiresAt: Date }> {
  const code = randomCharacters(ENROL_CODE_LENGTH, recoveryAlphabet)
  const expiresAt = timeAfter(clock.now(), ENROL_CODE_LIFE_MS)
  return db.transaction(async (tx) => {
    if (!isStaff(await lockStaff(tx, actor, { memberId }))) throw unknownMember()
    const enrolled = await tx.rows('SELECT FROM staff_totp WHERE member_id = $1', [memberId])
    if (enrolled.length > 0) throw totpAlreadySet()
    await tx.rows(
      `INSERT INTO enrol_codes (member_id, code_hash, issued_by, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (member_id) DO UPDATE
         SET code_hash = excluded.code_hash, issued_by = excluded.issued_by, expires_at = excluded.expires_at`,
      [memberId, enrolCodeHashes(memberId, code)[0], actor.memberId, expiresAt],
    )
    const subject = { subjectType: 'member', subjectId: memberId }
    const after = { until: expiresAt.toISOString() }
    await recordAudit(tx, actor, { action: 'staff.totp.invite', ...subject, after })
    return { code, expiresAt }
  })
}

/**
 * True if this member needs a code from an OWNER to set up an authenticator. An OWNER needs none while no OWNER has an
 * authenticator, because nobody could issue the code. Examples are the shop's first OWNER, and its only OWNER after his
 * authenticator was removed in the database.
 */
export async function needsEnrolCode(db: Db, memberId: number): Promise<boolean> {
  const { needed } = await oneRow<{ needed: boolean }>(
    db,
    `SELECT m.role <> 'OWNER' OR EXISTS (
       SELECT FROM members o JOIN staff_totp t ON t.member_id = o.id WHERE o.role = 'OWNER' AND o.deleted_at IS NULL
     ) AS needed
     FROM members m WHERE m.id = $1`,
    [memberId],
  )
  return needed
}

/** Uses up a member's enrol code by deleting it. Returns false for a wrong or expired code. */
export async function spendEnrolCode(tx: Db, memberId: number, code: string): Promise<boolean> {
  const rows = await tx.rows(
    'DELETE FROM enrol_codes WHERE member_id = $1 AND code_hash = ANY ($2::bytea[]) AND expires_at > now() RETURNING member_id',
    [memberId, enrolCodeHashes(memberId, code)],
  )
  return rows.length > 0
}
