/** Host of PortOne's script, for browsers that don't know 'strict-dynamic'. */
const paymentScripts = 'https://cdn.portone.io'
/** Hosts that PortOne's script sends requests to. */
const paymentHosts = 'https://*.portone.io https://*.iamport.co'

/**
 * Content-Security-Policy of a page. Only scripts with this request's nonce, and scripts that they load, may run.
 * `hasPayments` is true for the page on which members pay through PortOne. Its payment window consists of frames and
 * forms of the shop's payment service, which are on other hosts (docs/sources.md#portone). On all other pages only
 * images may come from other hosts (docs/product.md#routes).
 */
export function contentSecurityPolicy(nonce: string, dev: boolean, hasPayments = false): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${hasPayments ? ` ${paymentScripts}` : ''}${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${hasPayments ? ` ${paymentHosts}` : ''}${dev ? ' ws:' : ''}`,
    ...(hasPayments ? ["frame-src 'self' https:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${hasPayments ? ' https:' : ''}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

/** True for the one page on which members may pay through PortOne. */
export const isPaymentPage = (target: string): boolean => /^\/point\/?([?#]|$)/.test(target)

const picturePath = /^\/(service|api\/admin)\/question-pictures\/\d+([?#]|$)/

/**
 * Content-Security-Policy of the response to a path: `policy` or, for a picture attached to a question, a policy under
 * which nothing in the picture may run (docs/contract.md#questions). Set this header before Next.js answers: Next.js
 * keeps a header that is already set.
 */
export const securityPolicyForPath = (path: string, policy: string): string =>
  picturePath.test(path) ? "default-src 'none'; sandbox" : policy

type HeaderList = readonly (readonly [string, string])[]

const commonHeaders: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  // The value isn't 'same-origin', because that would cut off a page from the login window that it opens for Naver or
  // Kakao and that returns to this site.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['x-frame-options', 'DENY'],
]

/**
 * HSTS: browsers use https only, for a year, subdomains included, because a subdomain on plain http could set cookies
 * for the shop. Sent only if the shop's public URL is https.
 */
const strictTransport: HeaderList = [['strict-transport-security', 'max-age=31536000; includeSubDomains']]

/** Headers of every response of a shop with this public URL. */
export const securityHeadersOf = (publicUrl: string): HeaderList =>
  publicUrl.startsWith('https:') ? [...commonHeaders, ...strictTransport] : commonHeaders

const callbackPage = /^\/auth\/(naver|kakao)([?#]|$)/

/**
 * Additional headers for a path. The page to which Naver or Kakao returns must stay connected to the page that opened
 * the login window, because it passes the login code to that page (docs/product.md#login).
 */
export const extraHeadersForPath = (path: string): HeaderList =>
  callbackPage.test(path) ? [['cross-origin-opener-policy', 'unsafe-none']] : []
