import type { RequestHead } from '#lib/core/call.ts'
import { clock, minutesInMs } from '#lib/core/clock.ts'
import { isSameBytes } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { computeSignature } from '#lib/core/signature.ts'
import { badSignature } from './errors.ts'

/** Maximum difference, in milliseconds, between a report's timestamp and the present. */
const MAX_SKEW_MS = minutesInMs(5)

/** Parses a timestamp to milliseconds: seconds or milliseconds since 1970, or ISO 8601; NaN if invalid. */
function momentOf(timestamp: string): number {
  if (/^\d{1,11}$/.test(timestamp)) return Number(timestamp) * 1_000
  return /^\d{12,14}$/.test(timestamp) ? Number(timestamp) : Date.parse(timestamp)
}

/**
 * Checks that the sender of a deposit report has signed exactly this body, with a timestamp at most five minutes before
 * or after now (docs/contract.md#deposit-hook). Refuses everything if no secret is configured. Also accepts signatures
 * with the fallback secrets, which are configured while the secret is being replaced.
 * @throws UNAUTHENTICATED
 */
export function verifySignature({ header }: RequestHead, body: Buffer): void {
  const { DEPOSIT_HOOK_SECRET, DEPOSIT_HOOK_SECRET_FALLBACKS } = env()
  const timestamp = header('x-timestamp')?.trim() ?? ''
  const givenSignature = Buffer.from(header('x-signature')?.trim().toLowerCase() ?? '')
  const skew = Math.abs(clock.now().getTime() - momentOf(timestamp))
  if (!DEPOSIT_HOOK_SECRET || !(skew <= MAX_SKEW_MS)) throw badSignature()
  const secrets = [DEPOSIT_HOOK_SECRET, ...DEPOSIT_HOOK_SECRET_FALLBACKS]
  const isSigned = secrets.some((secret) =>
    isSameBytes(givenSignature, Buffer.from(computeSignature(secret, timestamp, body))),
  )
  if (!isSigned) throw badSignature()
}
