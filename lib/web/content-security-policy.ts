/**
 * Content-Security-Policy of a page: scripts run only with this request's nonce, and only images may come from other
 * hosts (docs/product.md#routes).
 */
export function contentSecurityPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

type HeaderList = readonly (readonly [string, string])[]

const commonHeaders: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  // Not same-origin: pages must keep their connection to the popups they open for Naver and Kakao, which return to this
  // site.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['x-frame-options', 'DENY'],
]

/**
 * HSTS for a year, subdomains included: a subdomain on plain http could set cookies for the shop. Only for shops whose
 * public URL is https.
 */
const strictTransport: HeaderList = [['strict-transport-security', 'max-age=31536000; includeSubDomains']]

/** Headers of every response of a shop at this public URL. */
export const securityHeadersOf = (publicUrl: string): HeaderList =>
  publicUrl.startsWith('https:') ? [...commonHeaders, ...strictTransport] : commonHeaders

const callbackPage = /^\/auth\/(naver|kakao)([?#]|$)/

/**
 * Headers that differ for one path: a callback page must stay connected to its opener, to which it passes the login
 * code (docs/product.md#login).
 */
export const headersOfPath = (path: string): HeaderList =>
  callbackPage.test(path) ? [['cross-origin-opener-policy', 'unsafe-none']] : []
