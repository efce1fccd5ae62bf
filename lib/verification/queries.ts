import type { Db } from '#lib/core/db.ts'
import type { VerificationChannel } from './rules.ts'

/**
 * True if a code was sent to this e-mail address or phone number, even a used or expired one
 * (docs/contract.md#sign-up), as long as it is stored (docs/contract.md#retention).
 */
export async function hasCodeBeenSent(db: Db, channel: VerificationChannel, target: string): Promise<boolean> {
  const rows = await db.rows('SELECT 1 FROM verification_codes WHERE channel = $1 AND target = $2 LIMIT 1', [
    channel,
    target,
  ])
  return rows.length > 0
}
