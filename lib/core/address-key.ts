import ipaddr from 'ipaddr.js'

/**
 * Writes an IP address in canonical form: an IPv4 address mapped into IPv6 (::ffff:1.2.3.4) as the IPv4 address.
 * Returns text that is no IP address unchanged.
 */
export function plainAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  return ipaddr.process(address).toString()
}

const GROUPS_IN_SLASH_64 = 4

/**
 * Key under which rate limits count an IP address: an IPv4 address counts by itself, an IPv6 address by its /64, the
 * smallest block that internet providers assign to a customer.
 */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  if (!plain.includes(':') || !ipaddr.IPv6.isValid(plain)) return plain
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, GROUPS_IN_SLASH_64)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

export function isLoopback(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || /^127\.\d+\.\d+\.\d+$/.test(plain)
}
