import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import { env } from '#lib/core/env.ts'

const plain = (address: string): string => {
  const mapped = address.replace(/^::ffff:/i, '')
  return isIPv4(mapped) ? mapped : address
}

/**
 * The socket's own address, unless TRUSTED_PROXIES names the peer: then the last address of X-Forwarded-For that no
 * trusted proxy has (decisions 6). No header is believed otherwise.
 */
export function peerAddress(request: IncomingMessage): string {
  const peer = plain(request.socket.remoteAddress ?? '')
  const trusted = env().TRUSTED_PROXIES
  if (!trusted.includes(peer)) return peer
  const forwarded = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const hops = forwarded.map((hop) => plain(hop.trim())).filter(Boolean)
  return hops.findLast((hop) => !trusted.includes(hop)) ?? peer
}
