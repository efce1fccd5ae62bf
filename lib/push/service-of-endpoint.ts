import { addressFault } from '#lib/core/is-public-address.ts'

/**
 * The push services of browsers, by the hosts of their endpoints. A browser's vendor chooses its service, so that no member
 * has a reason to name another host: a request of the shop goes nowhere else.
 */
const pushServices: readonly (readonly [string, RegExp])[] = [
  // Chrome, Edge on Android, Samsung Internet, Whale, Opera.
  ['google', /^(fcm\.googleapis\.com|jmt17\.google\.com)$/],
  ['mozilla', /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/],
  // Edge on Windows.
  ['microsoft', /^([a-z0-9-]+\.)+notify\.windows\.com$/],
  ['apple', /^([a-z0-9-]+\.)*push\.apple\.com$/],
]

/**
 * Name of the push service of an endpoint; null if the shop doesn't send there. With `anyHost`, for tests, any other host
 * is a service of its own.
 */
export function serviceOfEndpoint(endpoint: string, anyHost: boolean): string | null {
  const url = URL.parse(endpoint)
  if (!url || addressFault(endpoint, anyHost)) return null
  const known = url.port === '' && pushServices.find(([, hosts]) => hosts.test(url.hostname))
  if (known) return known[0]
  return anyHost ? url.host : null
}
