import ipaddr from 'ipaddr.js'

/** An address in one spelling: an IPv4 address wrapped in IPv6 is the IPv4 address. What is no address stays as it is. */
export function plainAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  return ipaddr.process(address).toString()
}

const GROUPS_OF_NETWORK = 4

/**
 * What an address counts as wherever addresses are limited: an IPv4 address by itself, an IPv6 address by its /64, which
 * is the least that one customer is given.
 */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  if (!plain.includes(':') || !ipaddr.IPv6.isValid(plain)) return plain
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, GROUPS_OF_NETWORK)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/** Whether an address is this machine itself. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || /^127\.\d+\.\d+\.\d+$/.test(plain)
}
