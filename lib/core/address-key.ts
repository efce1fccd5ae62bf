import ipaddr from 'ipaddr.js'

/**
 * IP address in canonical form: an IPv4 address mapped to IPv6 becomes the IPv4 address. Other text is returned
 * unchanged.
 */
export function plainAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  return ipaddr.process(address).toString()
}

const GROUPS_IN_SLASH_64 = 4

/**
 * Key of an IP address in rate limits: an IPv4 address itself, an IPv6 address by its /64, the smallest block assigned
 * to a customer.
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
