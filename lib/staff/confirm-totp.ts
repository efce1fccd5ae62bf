import { readStaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { clock } from '#lib/core/clock.ts'
import { possibleFingerprints, randomCharacters } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { needsEnrolCode, spendEnrolCode } from './enrol-code.ts'
import { invalidLoginTicket, unreadableTotp, wrongEnrolCode, wrongFirstCode, wrongTotpCode } from './errors.ts'
import { isTotpCode, RECOVERY_CODE_LENGTH, recoveryAlphabet } from './rules.ts'
import { decryptTotpSecret, totpStepOfCode } from './totp-secret.ts'

const RECOVERY_CODE_COUNT = 10

const recoveryCodeHashes = (code: string): Buffer[] => possibleFingerprints('recovery-code', code)

type SecondFactor = { memberId: number; code: string; enrolCode: string; address: string }

/** Writes the audit row after a staff member has set up an authenticator or used a recovery code at his login. */
async function auditOwnTotp(tx: Db, { memberId, address }: SecondFactor, action: string): Promise<void> {
  const actor = await readStaffActor(tx, memberId, address)
  await recordAudit(tx, actor, { action, subjectType: 'member', subjectId: memberId })
}

/**
 * Decrypts the secret of a staff member's authenticator.
 * @throws CONFLICT neither AUTH_SECRET nor one of its fallbacks decrypts it
 */
function openSecret(memberId: number, encryptedSecret: Buffer): string {
  try {
    return decryptTotpSecret(encryptedSecret)
  } catch (error) {
    log.error('an authenticator could not be opened: was AUTH_SECRET changed?', { error, memberId })
    throw unreadableTotp()
  }
}

/**
 * Accepts a code of the member's authenticator. Returns false for a wrong or used code. A code works once, because its
 * time step must be later than the time step of the last accepted code.
 */
async function acceptTotpCode(tx: Db, { memberId, code }: SecondFactor, encryptedSecret: Buffer): Promise<boolean> {
  const step = totpStepOfCode(openSecret(memberId, encryptedSecret), code, clock.now())
  if (step === null) return false
  const rows = await tx.rows(
    'UPDATE staff_totp SET last_step = $2 WHERE member_id = $1 AND last_step < $2 RETURNING member_id',
    [memberId, step],
  )
  return rows.length > 0
}

async function acceptRecoveryCode(tx: Db, proof: SecondFactor): Promise<boolean> {
  const rows = await tx.rows(
    'UPDATE recovery_codes SET used_at = now() WHERE code_hash = ANY ($1::bytea[]) AND member_id = $2 AND used_at IS NULL RETURNING 1',
    [recoveryCodeHashes(proof.code), proof.memberId],
  )
  if (rows.length > 0) await auditOwnTotp(tx, proof, 'staff.totp.recovery')
  return rows.length > 0
}

async function enrolTotp(tx: Db, proof: SecondFactor, encryptedSecret: Buffer | null): Promise<string[]> {
  if (!encryptedSecret) throw invalidLoginTicket()
  const step = totpStepOfCode(decryptTotpSecret(encryptedSecret), proof.code, clock.now())
  if (step === null) throw wrongFirstCode()
  const isInvited =
    !(await needsEnrolCode(tx, proof.memberId)) || (await spendEnrolCode(tx, proof.memberId, proof.enrolCode))
  if (!isInvited) throw wrongEnrolCode()
  const rows = await tx.rows(
    `INSERT INTO staff_totp (member_id, secret, last_step) VALUES ($1, $2, $3)
     ON CONFLICT (member_id) DO NOTHING RETURNING member_id`,
    [proof.memberId, encryptedSecret, step],
  )
  // Another login with the same password has set up an authenticator meanwhile; this login must not set up a second
  // one.
  if (rows.length === 0) throw invalidLoginTicket()
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    randomCharacters(RECOVERY_CODE_LENGTH, recoveryAlphabet),
  )
  await tx.rows('INSERT INTO recovery_codes (code_hash, member_id) SELECT hash, $2 FROM unnest($1::bytea[]) AS hash', [
    codes.map((code) => recoveryCodeHashes(code)[0]),
    proof.memberId,
  ])
  await auditOwnTotp(tx, proof, 'staff.totp.enrol')
  return codes
}

/**
 * Verifies the second factor of a staff member: a code of his authenticator or a recovery code, each valid once.
 * Returns an empty list. If he has no authenticator yet, sets one up with the encrypted secret of his login ticket
 * (`ticketSecret`), and returns his recovery codes, which are never shown again. To set one up, he may need an enrol
 * code from an OWNER (`needsEnrolCode`).
 * @throws BAD_INPUT a wrong or used code, or no valid enrol code; CONFLICT the ticket has no secret to confirm, another
 * login has set up an authenticator meanwhile, or the authenticator's secret can't be decrypted
 */
export async function confirmTotp(tx: Db, proof: SecondFactor, ticketSecret: Buffer | null): Promise<string[]> {
  const [authenticator] = await tx.rows<{ secret: Buffer }>('SELECT secret FROM staff_totp WHERE member_id = $1', [
    proof.memberId,
  ])
  if (!authenticator) return enrolTotp(tx, proof, ticketSecret)
  const isRight = isTotpCode(proof.code)
    ? await acceptTotpCode(tx, proof, authenticator.secret)
    : await acceptRecoveryCode(tx, proof)
  if (!isRight) throw wrongTotpCode()
  return []
}
