import { urlFault } from '#lib/core/is-public-address.ts'

/**
 * The push services that browsers use, by the hosts of their endpoints. The shop sends messages only to these hosts: a
 * browser's push service is chosen by its vendor, so members need no others.
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
 * Name of the push service that an endpoint belongs to; null if it belongs to none of `pushServices`. With `anyHost`,
 * for tests, any other host counts as a push service too.
 */
export function pushServiceOfEndpoint(endpoint: string, anyHost: boolean): string | null {
  const url = URL.parse(endpoint)
  if (!url || urlFault(endpoint, anyHost)) return null
  const known = url.port === '' && pushServices.find(([, hosts]) => hosts.test(url.hostname))
  if (known) return known[0]
  return anyHost ? url.host : null
}
