import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { decrypt, encrypt } from '#lib/core/crypto.ts'

/**
 * Purpose (lib/core/crypto.ts) for deriving the key that encrypts authenticators' secrets. Each purpose gives a
 * different key.
 */
export const TOTP_SECRET_PURPOSE = 'totp-secret'
const PERIOD_MS = 30_000

const totpOf = (secret: string, account: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...account, algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1_000, secret: Secret.fromBase32(secret) })

/** Generates an authenticator's secret of 160 bits, in base32 as authenticators expect it. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Encrypts an authenticator's secret for storage. */
export const encryptTotpSecret = (secret: string): Buffer => encrypt(TOTP_SECRET_PURPOSE, secret)

export const decryptTotpSecret = (encryptedSecret: Buffer): string => decrypt(TOTP_SECRET_PURPOSE, encryptedSecret)

/** The 30-second time step of a code, at most one step before or after `now`; null for a wrong code. */
export function totpStepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / PERIOD_MS) + delta
}

/** Draws a QR code as an SVG path in which each square is one unit wide. */
function drawQr(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}

/** Data to set up an authenticator: the secret to type, the otpauth URI, and the URI as a QR code. */
export function makeTotpEnrolment(secret: string, account: { issuer: string; label: string }) {
  const uri = totpOf(secret, account).toString()
  return { secret, uri, qr: drawQr(uri) }
}
