/** Host of PortOne's script, for browsers that don't know 'strict-dynamic'. */
const paymentScripts = 'https://cdn.portone.io'
/** Hosts that PortOne's script sends requests to. */
const paymentHosts = 'https://*.portone.io https://*.iamport.co'

/**
 * Content-Security-Policy of a page: the only scripts that run are those with this request's nonce and those that they
 * load; without `hasPayments`, only images may come from other hosts (docs/product.md#routes). `hasPayments` is true
 * for the page on which members pay through PortOne: its payment window consists of frames and forms of the payment
 * service that the shop has a contract with (docs/sources.md#portone).
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
 * Content-Security-Policy of the response to a path: `policy`, except for a picture of a question, in which nothing may
 * run (docs/contract.md#questions). Set this header before Next.js answers: it keeps a header that is already set.
 */
export const policyOfPath = (path: string, policy: string): string =>
  picturePath.test(path) ? "default-src 'none'; sandbox" : policy

type HeaderList = readonly (readonly [string, string])[]

const commonHeaders: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  // Not 'same-origin': a page must stay connected to the login window that it opens for Naver or Kakao and that returns
  // to this site.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['x-frame-options', 'DENY'],
]

/**
 * HSTS (browsers then use https only) for a year, subdomains included, because a subdomain on plain http could set
 * cookies for the shop. Sent only if the shop's public URL is https.
 */
const strictTransport: HeaderList = [['strict-transport-security', 'max-age=31536000; includeSubDomains']]

/** Headers of every response of a shop whose public URL is this one. */
export const securityHeadersOf = (publicUrl: string): HeaderList =>
  publicUrl.startsWith('https:') ? [...commonHeaders, ...strictTransport] : commonHeaders

const callbackPage = /^\/auth\/(naver|kakao)([?#]|$)/

/**
 * Additional headers of one path: the page to which Naver or Kakao returns must stay connected to the page that opened
 * it, to which it passes the login code (docs/product.md#login).
 */
export const headersOfPath = (path: string): HeaderList =>
  callbackPage.test(path) ? [['cross-origin-opener-policy', 'unsafe-none']] : []
