import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'

/** Matches parts of a path that servers interpret differently; a path with such a part is normalized. */
const ambiguousPath = /\\|\/\/|\/\.|%2e|#/i
/**
 * Matches escaped slashes, backslashes and NUL; a path with one of them is refused. No path of the shop contains any,
 * and code that decodes the path later could split it there.
 */
const hiddenSeparator = /%2f|%5c|%00/i

/**
 * Matches API v2's path with a slash at the end; clients use the path with and without it (docs/contract.md#api-v2).
 */
const apiV2WithSlash = /^\/api\/v2\/(?=\?|$)/

/** Normalizes a request target; null if it is invalid. */
function normalizeTarget(target: string): string | null {
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  if (!path.startsWith('/')) {
    // Proxies may send an absolute URL. `*` is refused, because it names no resource.
    const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null
    return url ? normalizeTarget(url.pathname + url.search) : null
  }
  if (hiddenSeparator.test(path)) return null
  if (!ambiguousPath.test(path)) return target
  const [bare = ''] = path.split('#')
  // URL.parse reads `\` as `/` and resolves dots and %2e. Repeated slashes are merged first, because URL.parse would
  // read `//` as the beginning of a host.
  const url = URL.parse(`http://localhost/${bare.replace(/[/\\]+/g, '/').replace(/^\//, '')}`)
  return url && url.pathname.replace(/\/{2,}/g, '/') + (at < 0 || path.includes('#') ? '' : target.slice(at))
}

/**
 * Matches internal headers of Next.js, which no browser sends; they are removed. The headers of Next.js' client-side
 * navigation (`rsc`, `next-router-*`, `next-url`) stay.
 */
const internalHeader = /^(next-action|next-resume|x-(middleware|invoke|now|matched|nextjs|next|prerender|vercel)-)/

function dropInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) if (internalHeader.test(name)) delete headers[name]
}

let lastHost: string | undefined

/**
 * True if the Host header is valid or missing. With an invalid header, code that builds URLs would fail. The last valid
 * host is remembered, because nearly all requests have the same host.
 */
function isValidHost(host: string | undefined): boolean {
  if (host === undefined || host === lastHost) return true
  if (!/^[\w.:[\]-]{1,255}$/.test(host) || !URL.canParse(`http://${host}`)) return false
  lastHost = host
  return true
}

/**
 * True if Next.js can parse this `next-router-state-tree` header. Next.js would answer an invalid header with 500, and
 * log a stack trace.
 */
function isValidRouterState(state: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(state)
    return true
  } catch {
    return false
  }
}

/**
 * Makes a request safe to pass on: normalizes its path and removes internal headers of Next.js. Returns false if the
 * request must be refused.
 */
export function normalizeRequest(request: IncomingMessage): boolean {
  const target = normalizeTarget(request.url ?? '')
  if (target === null || !isValidHost(request.headers.host)) return false
  if (!isValidRouterState(request.headers['next-router-state-tree'])) return false
  request.url = target.replace(apiV2WithSlash, '/api/v2')
  dropInternalHeaders(request.headers)
  return true
}
