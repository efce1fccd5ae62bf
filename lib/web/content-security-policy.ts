/** Host of PortOne's script, for browsers that don't know 'strict-dynamic'. */
const paymentScripts = 'https://cdn.portone.io'
/** Hosts that PortOne's script sends requests to. */
const paymentHosts = 'https://*.portone.io https://*.iamport.co'

/**
 * Content-Security-Policy of a page: scripts run only with this request's nonce, and only images may come from other
 * hosts (docs/product.md#routes). `hasPayments`: for the page on which members pay through PortOne, whose window
 * consists of frames and forms of the payment service that the shop has a contract with (docs/sources.md#portone).
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
 * Content-Security-Policy of the response to a path: `policy`, but for a picture of a question one under which nothing
 * in it runs (docs/contract.md#questions). It is set before Next.js answers, which keeps a header that is set already.
 */
export const policyOfPath = (path: string, policy: string): string =>
  picturePath.test(path) ? "default-src 'none'; sandbox" : policy

type HeaderList = readonly (readonly [string, string])[]

const commonHeaders: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  // Not 'same-origin': a page must stay connected to the login window it opens for Naver or Kakao, which comes back to
  // this site.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['x-frame-options', 'DENY'],
]

/**
 * HSTS for a year, subdomains included, because a subdomain on plain http could set cookies for the shop. Sent only if
 * the shop's public URL is https.
 */
const strictTransport: HeaderList = [['strict-transport-security', 'max-age=31536000; includeSubDomains']]

/** Headers of every response of a shop whose public URL is this one. */
export const securityHeadersOf = (publicUrl: string): HeaderList =>
  publicUrl.startsWith('https:') ? [...commonHeaders, ...strictTransport] : commonHeaders

const callbackPage = /^\/auth\/(naver|kakao)([?#]|$)/

/**
 * Additional headers of one path: a callback page must stay connected to the page that opened it, to which it passes
 * the login code (docs/product.md#login).
 */
export const headersOfPath = (path: string): HeaderList =>
  callbackPage.test(path) ? [['cross-origin-opener-policy', 'unsafe-none']] : []
