import ipaddr from 'ipaddr.js'
import { badIpAddress } from './errors.ts'

/**
 * True for an IP address, or for a CIDR range such as '203.0.113.0/24' or '2001:db8::/48'. A range with bits set after
 * its prefix, such as '203.0.113.7/24', isn't accepted.
 */
export function isIpAddressOrRange(text: string): boolean {
  if (!text.includes('/'))
    return ipaddr.isValid(text) && (text.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(text))
  if (!ipaddr.isValidCIDR(text)) return false
  const [address = ''] = text.split('/')
  if (!isIpAddressOrRange(address)) return false
  const network = address.includes(':')
    ? ipaddr.IPv6.networkAddressFromCIDR(text)
    : ipaddr.IPv4.networkAddressFromCIDR(text)
  return network.toString() === ipaddr.parse(address).toString()
}

/** True if one of `ranges` is or contains this IP address. Each range is an IP address or a CIDR range. */
export function isInIpRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  return ranges.some((range) => {
    const [base, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.process(range), null]
    if (base.kind() !== plain.kind()) return false
    return bits === null ? base.toString() === plain.toString() : plain.match(base, bits)
  })
}

/** Refuses texts that aren't IP addresses or ranges. @throws BAD_INPUT */
export function refuseBadIpAddresses(addresses: readonly string[]): void {
  if (!addresses.every(isIpAddressOrRange)) throw badIpAddress()
}
