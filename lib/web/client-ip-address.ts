import type { IncomingMessage } from 'node:http'
import { env } from '#lib/core/env.ts'
import { canonicalIpAddress } from '#lib/core/ip-address-key.ts'

/**
 * Removes the port that some proxies append to an IP address (`1.2.3.4:5678`, `[2001:db8::1]:5678`). With the port,
 * each connection would count as another client.
 */
const withoutPort = (hop: string): string => hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2')

/**
 * IP address of the client: the address of the socket or, if that is a trusted proxy (TRUSTED_PROXIES), the last
 * address in X-Forwarded-For that isn't a trusted proxy (docs/contract.md#limits). Other headers are ignored.
 */
export function clientIpAddress(request: IncomingMessage): string {
  const peer = canonicalIpAddress(request.socket.remoteAddress ?? '')
  const trusted = env().TRUSTED_PROXIES
  if (!trusted.includes(peer)) return peer
  const forwarded = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const hops = forwarded.map((hop) => canonicalIpAddress(withoutPort(hop.trim()))).filter(Boolean)
  return hops.findLast((hop) => !trusted.includes(hop)) ?? peer
}
