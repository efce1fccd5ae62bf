import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that aren't hosts on the public internet, from IANA's special-purpose registry. */
const specialRanges4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's host agent: a public address that is reachable only from inside Azure.
  '168.63.129.16/32',
]

/**
 * The only IPv6 range that is assigned to hosts on the public internet. Its parts in `excludedRanges6` are reserved, or
 * embed an IPv4 address (6to4, Teredo).
 */
const assignedRanges6 = ['2000::/3']
const excludedRanges6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

function blockListOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

const specialBlocks4 = blockListOf(specialRanges4, 'ipv4')
const assignedBlocks6 = blockListOf(assignedRanges6, 'ipv6')
const excludedBlocks6 = blockListOf(excludedRanges6, 'ipv6')

/**
 * True for an IP address of a host on the public internet. False for IPv6 addresses that stand for an IPv4 address
 * (mapped, translated) or have a zone (`%eth0`).
 */
export function isPublicIpAddress(address: string): boolean {
  if (isIP(address) === 4) return !specialBlocks4.check(address, 'ipv4')
  if (isIP(address) !== 6 || address.includes('%')) return false
  return assignedBlocks6.check(address, 'ipv6') && !excludedBlocks6.check(address, 'ipv6')
}

/** True if a host, as written in a URL or for a listening socket, is this machine's loopback. */
export const isLoopbackHost = (host: string): boolean => /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/i.test(host)

/** Endings of host names that public DNS doesn't have. Such names are refused, whatever address they resolve to. */
const privateHostNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/

/** Ports on which https is commonly served; on other ports, servers of other protocols are likely. */
const allowedPorts = new Set(['', '2053', '2083', '2087', '2096', '8443'])

export type UrlFault = 'UNREADABLE' | 'NOT_HTTPS' | 'CREDENTIALS' | 'PORT' | 'PRIVATE'

function hostFault(host: string): UrlFault | null {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return isPublicIpAddress(bare) ? null : 'PRIVATE'
  return !host.includes('.') || host.endsWith('.') || privateHostNames.test(host) ? 'PRIVATE' : null
}

/**
 * Reason why no request may be sent to this URL; null if there is none. Looks only at the URL: its host name isn't
 * resolved. The URL parser has normalized numeric hosts: 2130706433, 0x7f.1 and 127.0.0.1 are the same. With
 * `allowPrivate` only protocol and credentials are checked.
 */
export function urlFault(address: string, allowPrivate: boolean): UrlFault | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return 'UNREADABLE'
  if (url.username || url.password) return 'CREDENTIALS'
  if (allowPrivate) return null
  if (url.protocol !== 'https:') return 'NOT_HTTPS'
  if (!allowedPorts.has(url.port)) return 'PORT'
  return hostFault(url.hostname)
}
