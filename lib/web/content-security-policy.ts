/** Scripts run only with this request's nonce; nothing is loaded from elsewhere (docs/product.md#routes). */
export function contentSecurityPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

type Headers = readonly (readonly [string, string])[]

const always: Headers = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  // Not same-origin: a page keeps the windows it opens, Naver's and Kakao's, and ours that these lead back to.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['x-frame-options', 'DENY'],
]

/** A year, and on every name below this one: a sibling on plain http could plant cookies. Only https may say so. */
const strictTransport: Headers = [['strict-transport-security', 'max-age=31536000; includeSubDomains']]

/** What every answer of a shop at this address carries. */
export const securityHeadersOf = (publicUrl: string): Headers =>
  publicUrl.startsWith('https:') ? [...always, ...strictTransport] : always

const callbackPage = /^\/auth\/(naver|kakao)([?#]|$)/

/**
 * What differs for one path: a callback page is open to its opener, or it has nobody to hand the code to
 * (docs/product.md#login).
 */
export const ownHeaders = (path: string): Headers =>
  callbackPage.test(path) ? [['cross-origin-opener-policy', 'unsafe-none']] : []
