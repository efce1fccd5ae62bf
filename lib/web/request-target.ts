import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'

/** Parts of a path that servers interpret differently: rewritten or refused. */
const unclear = /\\|\/\/|\/\.|%2e|#/i
/** Escaped separators: no path of ours has one, and a later decoder would see other segments than we did. */
const hiddenSeparator = /%2f|%5c|%00/i

/** A request target in canonical form, or null if it is invalid. */
function clearTarget(target: string): string | null {
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  if (!path.startsWith('/')) {
    // An absolute address, as a proxy sends it; `*`, which asks for no resource, is no address.
    const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null
    return url ? clearTarget(url.pathname + url.search) : null
  }
  if (hiddenSeparator.test(path)) return null
  if (!unclear.test(path)) return target
  const [bare = ''] = path.split('#')
  // The parser takes `\` for `/`, and dots and %2e for what they mean; it would take `//` for a host.
  const url = URL.parse(`http://localhost/${bare.replace(/[/\\]+/g, '/').replace(/^\//, '')}`)
  return url && url.pathname.replace(/\/{2,}/g, '/') + (at < 0 || path.includes('#') ? '' : target.slice(at))
}

/**
 * Internal headers of Next. Browsers never send them; those of its navigation (`rsc`, `next-router-*`, `next-url`) they
 * do.
 */
const internal = /^(next-action|next-resume|x-(middleware|invoke|now|matched|nextjs|next|prerender|vercel)-)/

function dropInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) if (internal.test(name)) delete headers[name]
}

let lastHost: string | undefined

/** A host as a URL has it: what isn't one makes whoever builds addresses from it fail. Nearly all requests name one host. */
function isHost(host: string | undefined): boolean {
  if (host === undefined || host === lastHost) return true
  if (!/^[\w.:[\]-]{1,255}$/.test(host) || !URL.canParse(`http://${host}`)) return false
  lastHost = host
  return true
}

/**
 * Whether the `next-router-state-tree` header parses, by Next's own parser: one that doesn't is answered with 500 and
 * a stack trace in the log.
 */
function isRouterState(state: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(state)
    return true
  } catch {
    return false
  }
}

/** Makes a request safe to dispatch: canonical path, no internal headers of Next. False if it must be refused. */
export function clearRequest(request: IncomingMessage): boolean {
  const target = clearTarget(request.url ?? '')
  if (target === null || !isHost(request.headers.host)) return false
  if (!isRouterState(request.headers['next-router-state-tree'])) return false
  request.url = target
  dropInternalHeaders(request.headers)
  return true
}
