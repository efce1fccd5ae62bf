import ipaddr from 'ipaddr.js'

/**
 * Returns an IP address in canonical form: an IPv4 address mapped into IPv6 (::ffff:1.2.3.4) becomes plain IPv4. A text
 * that is no IP address is returned unchanged.
 */
export function canonicalIpAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  return ipaddr.process(address).toString()
}

/** True for an IP address as it is usually written: not for 10.1 or 0x7f.1, which `ipaddr.isValid` accepts. */
export const isIpAddress = (text: string): boolean =>
  ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text)

const GROUPS_IN_SLASH_64 = 4

/**
 * Key under which rate limits count an IP address: the address itself for IPv4, its /64 block for IPv6. A /64 is the
 * smallest block that internet providers assign to a customer.
 */
export function ipAddressKey(address: string): string {
  const plain = canonicalIpAddress(address)
  if (!plain.includes(':') || !ipaddr.IPv6.isValid(plain)) return plain
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, GROUPS_IN_SLASH_64)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

export function isLoopbackIpAddress(address: string): boolean {
  const plain = canonicalIpAddress(address)
  return plain === '::1' || /^127\.\d+\.\d+\.\d+$/.test(plain)
}
