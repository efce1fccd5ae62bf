import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'

/** Parts of a path that servers interpret differently; such a path is normalized. */
const ambiguousPath = /\\|\/\/|\/\.|%2e|#/i
/**
 * Escaped separators. No path of the shop contains them, and a later decoder could split the path into other segments.
 */
const hiddenSeparator = /%2f|%5c|%00/i

/** Normalizes a request target; null if it is invalid. */
function normalizeTarget(target: string): string | null {
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  if (!path.startsWith('/')) {
    // An absolute URL, as proxies send it. `*` is refused, as it names no resource.
    const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null
    return url ? normalizeTarget(url.pathname + url.search) : null
  }
  if (hiddenSeparator.test(path)) return null
  if (!ambiguousPath.test(path)) return target
  const [bare = ''] = path.split('#')
  // URL.parse treats `\` as `/` and resolves dots and %2e. Repeated slashes are merged first, as it would read `//` as
  // a host.
  const url = URL.parse(`http://localhost/${bare.replace(/[/\\]+/g, '/').replace(/^\//, '')}`)
  return url && url.pathname.replace(/\/{2,}/g, '/') + (at < 0 || path.includes('#') ? '' : target.slice(at))
}

/**
 * Internal headers of Next.js that browsers never send. Those of its client-side navigation (`rsc`, `next-router-*`,
 * `next-url`) are kept.
 */
const internalHeader = /^(next-action|next-resume|x-(middleware|invoke|now|matched|nextjs|next|prerender|vercel)-)/

function dropInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) if (internalHeader.test(name)) delete headers[name]
}

let lastHost: string | undefined

/**
 * True for a valid host; code that builds URLs would fail with another one. The last valid host is remembered, as
 * nearly all requests have the same.
 */
function isHost(host: string | undefined): boolean {
  if (host === undefined || host === lastHost) return true
  if (!/^[\w.:[\]-]{1,255}$/.test(host) || !URL.canParse(`http://${host}`)) return false
  lastHost = host
  return true
}

/**
 * Whether Next.js can parse the `next-router-state-tree` header; it answers an invalid one with 500 and a stack trace
 * in the log.
 */
function isRouterState(state: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(state)
    return true
  } catch {
    return false
  }
}

/**
 * Makes a request safe to dispatch: normalizes its path and removes internal headers of Next.js. Returns false if it
 * must be refused.
 */
export function normalizeRequest(request: IncomingMessage): boolean {
  const target = normalizeTarget(request.url ?? '')
  if (target === null || !isHost(request.headers.host)) return false
  if (!isRouterState(request.headers['next-router-state-tree'])) return false
  request.url = target
  dropInternalHeaders(request.headers)
  return true
}
