import { SignJWT } from 'jose'
import { clock, timeAfter } from '#lib/core/clock.ts'
import { deriveKey, possibleFingerprints } from '#lib/core/crypto.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { verifySignedToken } from '#lib/core/verify-token.ts'
import type { PasswordOwner } from '#lib/members/rules.ts'
import { RESET_LINK_LIFE_MS } from './rules.ts'

const LINK_PURPOSE = 'reset-link'

/**
 * Fingerprints of a member's current password hash, one for each valid value of the shop's secret AUTH_SECRET, the
 * present value first. The token of a reset link contains the first fingerprint. Once the password has changed, no
 * fingerprint matches, so a link works only once.
 */
const passwordFingerprints = (memberId: number, passwordHash: string | null): string[] =>
  possibleFingerprints(LINK_PURPOSE, `${memberId}:${passwordHash ?? ''}`).map((each) => each.toString('base64url'))

export type ResetLinkHolder = PasswordOwner & { memberId: number; passwordHash: string | null }

/**
 * Stores and returns a new reset link: the URL of the reset screen with a new token. Earlier links of the member stop
 * working.
 */
export async function createResetLink(db: Db, { memberId, passwordHash }: ResetLinkHolder): Promise<string> {
  const { id } = await oneRow<{ id: number }>(db, 'INSERT INTO reset_links (member_id) VALUES ($1) RETURNING id', [
    memberId,
  ])
  const token = await new SignJWT({ print: passwordFingerprints(memberId, passwordHash)[0] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(memberId))
    .setJti(String(id))
    .setExpirationTime(timeAfter(clock.now(), RESET_LINK_LIFE_MS))
    .sign(deriveKey(LINK_PURPOSE))
  return `${env().PUBLIC_URL}/reset-password?token=${token}`
}

type ResetTokenClaims = { memberId: number; linkId: number; print: unknown }

async function readResetToken(token: string): Promise<ResetTokenClaims | null> {
  const payload = await verifySignedToken(token, LINK_PURPOSE, { currentDate: clock.now() })
  return payload && { memberId: Number(payload.sub), linkId: Number(payload.jti), print: payload.print }
}

/**
 * Member whose password a reset link may replace; null if the link is invalid, expired, used, or not the newest one.
 */
export async function holderOfResetLink(db: Db, token: string): Promise<ResetLinkHolder | null> {
  const claim = await readResetToken(token)
  if (!claim) return null
  const [holder] = await db.rows<ResetLinkHolder>(
    `SELECT id AS member_id, password_hash, login_id, email FROM members
     WHERE id = $1 AND deleted_at IS NULL AND $2::int = (SELECT max(id) FROM reset_links WHERE member_id = $1)`,
    [claim.memberId, claim.linkId],
  )
  const prints = holder ? passwordFingerprints(holder.memberId, holder.passwordHash) : []
  return holder && prints.includes(String(claim.print)) ? holder : null
}
