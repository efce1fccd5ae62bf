import { isIP } from 'node:net'
import type { RequestHead } from '#lib/core/call.ts'
import { isSameBytes, sha256 } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'

const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/**
 * The addresses in X-Forwarded-For. Without a proxy the header holds only the address of the socket, which Next.js puts
 * there.
 */
const forwardedAddresses = (header: RequestHead['header']): string[] =>
  (header('x-forwarded-for') ?? '').split(',').flatMap((each) => each.trim() || [])

/**
 * Refuses requests for the metrics unless they have METRICS_TOKEN or one of its fallbacks or, if that isn't set, come
 * directly from this machine. A request that a proxy on this machine forwards counts as one from the client, whose
 * address is in X-Forwarded-For.
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
