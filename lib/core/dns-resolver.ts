import { Resolver } from 'node:dns/promises'
import type { Resolve } from './outgoing.ts'

/**
 * Timeout of the first question to a name server, in milliseconds, and how many questions each server is asked; the
 * timeout grows from question to question.
 */
const limits = { timeout: 2_000, tries: 2 }

/**
 * After how many milliseconds a name is given up, however many name servers the machine has. Less than the timeout of a
 * request to a webhook (10 s), so that its log says that the name was unknown.
 */
const MAX_MS = 6_000

/**
 * Makes a function that resolves host names which members have chosen, without the operating system: it asks the name
 * servers itself. The operating system resolves only two names at a time for the whole process, and can't be stopped,
 * so that a member with a silent name server would have all other names wait, those of providers too. It ends within
 * MAX_MS. `servers` are name servers as `address:port`; by default those of the machine. The machine's own list of
 * hosts isn't read.
 */
export function dnsResolver(servers?: readonly string[]): Resolve {
  return async (host) => {
    // A new one each time, so that a change of the machine's name servers counts.
    const resolver = new Resolver(limits)
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), MAX_MS)
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    clearTimeout(timer)
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [four, six].flatMap((found, at) =>
      found.status === 'fulfilled' ? found.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    )
  }
}
