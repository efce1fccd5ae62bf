/** Scripts run only with this request's nonce; nothing is loaded from elsewhere (decisions 7). */
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

export const securityHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
]

/**
 * Who may hold whom. A page keeps the windows it opens: Naver's and Kakao's, and the one of ours that these lead back
 * to. That one, the callback page, must be open to its opener, or it has nobody to hand the code to (decisions 5).
 */
export const openerPolicy = (path: string): readonly [string, string] => [
  'cross-origin-opener-policy',
  /^\/auth\/(naver|kakao)([?#]|$)/.test(path) ? 'unsafe-none' : 'same-origin-allow-popups',
]
