import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { decrypt, encrypt } from '#lib/core/crypto.ts'

/** Name from which the encryption key of authenticators' secrets is derived; each kind of secret has its own. */
const SECRET_PURPOSE = 'totp-secret'
const PERIOD_MS = 30_000

const totpOf = (secret: string, whose: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...whose, algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1_000, secret: Secret.fromBase32(secret) })

/** Generates a secret of 160 bits, in base32 as authenticators expect it. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** Encrypts an authenticator's secret for storage. */
export const sealSecret = (secret: string): Buffer => encrypt(SECRET_PURPOSE, secret)

export const openSecret = (sealed: Buffer): string => decrypt(SECRET_PURPOSE, sealed)

/** Number of the 30-second step that a code belongs to, at most one step early or late; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / PERIOD_MS) + delta
}

/** Draws a QR code as one SVG path; each square is one unit wide. */
function drawQr(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}

/** Data for setting up an authenticator: the secret for typing, the otpauth URI, and its QR code. */
export function enrolmentOf(secret: string, whose: { issuer: string; label: string }) {
  const uri = totpOf(secret, whose).toString()
  return { secret, uri, qr: drawQr(uri) }
}
