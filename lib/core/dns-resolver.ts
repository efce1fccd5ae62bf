import { Resolver } from 'node:dns/promises'
import type { ResolveHost } from './outgoing.ts'

/**
 * `timeout`: milliseconds to wait for the first query to a name server; each further query waits longer. `tries`:
 * number of queries to each server.
 */
const limits = { timeout: 2_000, tries: 2 }

/**
 * Maximum time to resolve a name, in milliseconds, however many name servers the machine has. It is shorter than the
 * timeout of a webhook request (10 s), so that the webhook's log says that the name couldn't be resolved.
 */
const MAX_RESOLVE_MS = 6_000

/**
 * Makes a function that resolves host names by querying name servers directly, for names that members choose. The
 * operating system would resolve only two names at a time for the whole process, and can't be interrupted: one member's
 * silent name server would delay all other names, those of providers too. The function gives up after MAX_RESOLVE_MS.
 * `servers` are name servers as `address:port`, by default the machine's. The machine's hosts file isn't read.
 */
export function makeDnsResolver(servers?: readonly string[]): ResolveHost {
  return async (host) => {
    // A new resolver for each name, so that it uses the machine's current name servers.
    const resolver = new Resolver(limits)
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), MAX_RESOLVE_MS)
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    clearTimeout(timer)
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [four, six].flatMap((found, at) =>
      found.status === 'fulfilled' ? found.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    )
  }
}
