import { env } from './env.ts'

const isServedOverTls = (): boolean => env().PUBLIC_URL.startsWith('https:')

/**
 * Name of the session cookie. With TLS, the __Host- prefix makes browsers refuse a cookie set by a sibling subdomain or
 * over http (RFC 6265bis, 4.1.3.2), and only the cookie of this name is read. The prefix requires Secure and Path=/.
 */
export const tokenCookieName = (): string => (isServedOverTls() ? '__Host-token' : 'token')

/** Attribute `; Secure` for every cookie if the shop is served over TLS; '' otherwise. */
export const secureAttribute = (): string => (isServedOverTls() ? '; Secure' : '')

/** Set-Cookie value of the session cookie: scripts can't read it, and it expires with the session. */
export const tokenCookie = (token: string, expiresAt: Date): string =>
  `${tokenCookieName()}=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${secureAttribute()}`

/** Set-Cookie value that deletes the session cookie. */
export const dropTokenCookie = (): string =>
  `${tokenCookieName()}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secureAttribute()}`

/**
 * Set-Cookie value for a guest, who looks at the shop without an account: lasts for the browser session, readable by
 * scripts.
 */
export const guestCookie = (): string => `guest=1; Path=/; SameSite=Lax${secureAttribute()}`

/** Name of the cookie that marks a browser that has just written something (`recentWriteCookie`). */
export const WROTE_COOKIE = 'wrote'

/**
 * Set-Cookie value for a browser that has just written something. For `seconds`, its pages are read from the database
 * itself: a replica may not have the written data yet.
 */
export const recentWriteCookie = (seconds: number): string =>
  `${WROTE_COOKIE}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureAttribute()}`

/** Set-Cookie value that deletes the guest's cookie. */
export const dropGuestCookie = (): string => `guest=; Path=/; SameSite=Lax; Max-Age=0${secureAttribute()}`
