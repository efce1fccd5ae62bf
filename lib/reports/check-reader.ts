import { isIP } from 'node:net'
import type { Heading } from '#lib/core/call.ts'
import { sameBytes, sha256 } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'

const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/** Addresses that proxies report for a request; on a direct one Next itself adds the socket's address. */
const wayOf = (header: Heading['header']): string[] =>
  (header('x-forwarded-for') ?? '').split(',').flatMap((each) => each.trim() || [])

/**
 * Metrics need METRICS_TOKEN, or without one a direct request from this machine. Requests that a local proxy forwards
 * carry X-Forwarded-For and are refused.
 * @throws NOT_FOUND
 */
export function checkReader({ header, address }: Heading): void {
  const token = env().METRICS_TOKEN
  const given = header('authorization')?.replace(/^Bearer\s+/i, '') ?? ''
  if (token ? sameBytes(sha256(given), sha256(token)) : [address, ...wayOf(header)].every(isLoopback)) return
  throw new AppError('NOT_FOUND', messages.notFound)
}
