import { isIP } from 'node:net'
import type { RequestHead } from '#lib/core/call.ts'
import { isSameBytes, sha256 } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'

const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/**
 * The addresses in X-Forwarded-For. Without a proxy the header contains only the socket's address, which Next.js puts
 * there.
 */
const forwardedAddresses = (header: RequestHead['header']): string[] =>
  (header('x-forwarded-for') ?? '').split(',').flatMap((each) => each.trim() || [])

/**
 * Refuses requests for the metrics that don't have METRICS_TOKEN or one of its fallbacks. If METRICS_TOKEN isn't set,
 * refuses requests that don't come directly from this machine. A request through a proxy on this machine counts as
 * coming from the client's address, which is in X-Forwarded-For.
 * @throws NOT_FOUND
 */
export function checkMetricsReader({ header, address }: RequestHead): void {
  const { METRICS_TOKEN: token, METRICS_TOKEN_FALLBACKS } = env()
  const givenToken = header('authorization')?.replace(/^Bearer\s+/i, '') ?? ''
  const isToken = (each: string) => isSameBytes(sha256(givenToken), sha256(each))
  if (
    token
      ? [token, ...METRICS_TOKEN_FALLBACKS].some(isToken)
      : [address, ...forwardedAddresses(header)].every(isLoopback)
  )
    return
  throw new AppError('NOT_FOUND', messages.notFound)
}
