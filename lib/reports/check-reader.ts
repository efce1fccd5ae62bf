import { isIP } from 'node:net'
import type { Heading } from '#lib/core/call.ts'
import { sameBytes, sha256 } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'

const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/** Whom a request was passed on for; on a direct one Next itself notes the socket's address. */
const wayOf = (header: Heading['header']): string[] =>
  (header('x-forwarded-for') ?? '').split(',').flatMap((each) => each.trim() || [])

/**
 * Figures of the shop are nobody's business: METRICS_TOKEN opens them, and without one this machine itself does. What a
 * proxy on this machine passes on comes from elsewhere, and says so.
 * @throws NOT_FOUND
 */
export function checkReader({ header, address }: Heading): void {
  const token = env().METRICS_TOKEN
  const given = header('authorization')?.replace(/^Bearer\s+/i, '') ?? ''
  if (token ? sameBytes(sha256(given), sha256(token)) : [address, ...wayOf(header)].every(isLoopback)) return
  throw new AppError('NOT_FOUND', messages.notFound)
}
