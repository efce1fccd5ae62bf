import type { IncomingMessage } from 'node:http'
import { plainAddress } from '#lib/core/address-key.ts'
import { env } from '#lib/core/env.ts'

/** Some proxies add the port: `1.2.3.4:5678`, `[2001:db8::1]:5678`. With it each connection would be an address of its own. */
const withoutPort = (hop: string): string => hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2')

/**
 * The socket's own address, unless TRUSTED_PROXIES names the peer: then the last address of X-Forwarded-For that no
 * trusted proxy has (docs/contract.md#limits). No header is believed otherwise.
 */
export function peerAddress(request: IncomingMessage): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const trusted = env().TRUSTED_PROXIES
  if (!trusted.includes(peer)) return peer
  const forwarded = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const hops = forwarded.map((hop) => plainAddress(withoutPort(hop.trim()))).filter(Boolean)
  return hops.findLast((hop) => !trusted.includes(hop)) ?? peer
}
