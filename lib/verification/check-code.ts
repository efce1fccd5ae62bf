import { isSameBytes } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { expiredCode, wrongCode } from './errors.ts'
import { type VerificationChannel, verificationCodeRules } from './rules.ts'
import { verificationCodeHashes } from './send-code.ts'

type EnteredCode = { channel: VerificationChannel; target: string; code: string }
/** A verification code that was correct when checked, but hasn't been used yet. */
export type CheckedCode = { id: number; channel: VerificationChannel }
type LastCode = { id: number; codeHash: Buffer; expired: boolean }

/**
 * Checks a code against the last one sent to an e-mail address or phone number. Counts the attempt before comparing the
 * code, so that concurrent guesses can't exceed the limit. If the code is correct, takes the attempt off the count
 * again, because the person who entered the code may be refused several times for another reason, such as a taken login
 * id. Call this outside the transaction that depends on the result: a rollback of that transaction must not undo the
 * count.
 * @throws BAD_INPUT wrong, expired, used, or tried 5 times
 */
export async function checkCode(db: Db, { channel, target, code }: EnteredCode): Promise<CheckedCode> {
  const [row] = await db.rows<LastCode>(
    `UPDATE verification_codes SET tries = tries + 1
     WHERE id = (SELECT max(id) FROM verification_codes WHERE channel = $1 AND target = $2)
       AND used_at IS NULL AND tries < $3
     RETURNING id, code_hash, expires_at < now() AS expired`,
    [channel, target, verificationCodeRules.tries],
  )
  if (!row) throw wrongCode(channel)
  if (row.expired) throw expiredCode(channel)
  if (!verificationCodeHashes({ channel, target, code }).some((hash) => isSameBytes(row.codeHash, hash)))
    throw wrongCode(channel)
  await db.rows('UPDATE verification_codes SET tries = tries - 1 WHERE id = $1', [row.id])
  return { id: row.id, channel }
}

/** Marks a checked code as used. @throws BAD_INPUT another request has used it meanwhile */
export async function spendCode(tx: Db, { id, channel }: CheckedCode): Promise<void> {
  const rows = await tx.rows(
    'UPDATE verification_codes SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING id',
    [id],
  )
  if (rows.length === 0) throw wrongCode(channel)
}
