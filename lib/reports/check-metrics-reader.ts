import { isIP } from 'node:net'
import type { RequestHead } from '#lib/core/call.ts'
import { isSameBytes, sha256 } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'

const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/**
 * The IP addresses in X-Forwarded-For. Without a proxy the header contains only the socket's IP address, which Next.js
 * puts there.
 */
const forwardedAddresses = (header: RequestHead['header']): string[] =>
  (header('x-forwarded-for') ?? '').split(',').flatMap((each) => each.trim() || [])

/**
 * True if an Authorization header has METRICS_TOKEN or another token that is still accepted (METRICS_TOKEN_FALLBACKS).
 */
export function hasMetricsToken(authorization: string | null | undefined): boolean {
  const { METRICS_TOKEN, METRICS_TOKEN_FALLBACKS } = env()
  const givenToken = sha256(authorization?.replace(/^Bearer\s+/i, '') ?? '')
  return [METRICS_TOKEN ?? [], METRICS_TOKEN_FALLBACKS].flat().some((each) => isSameBytes(givenToken, sha256(each)))
}

/**
 * Refuses requests for the metrics that have neither METRICS_TOKEN nor another token that is still accepted. If
 * METRICS_TOKEN isn't set, refuses requests that don't come directly from this machine. A request through a proxy on
 * this machine counts as coming from the client's IP address, which is in X-Forwarded-For.
 * @throws NOT_FOUND
 */
export function checkMetricsReader({ header, address }: RequestHead): void {
  const mayRead = env().METRICS_TOKEN
    ? hasMetricsToken(header('authorization'))
    : [address, ...forwardedAddresses(header)].every(isLoopback)
  if (!mayRead) throw new AppError('NOT_FOUND', messages.notFound)
}
