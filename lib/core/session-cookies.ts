import { env } from './env.ts'

const isServedOverTls = (): boolean => env().PUBLIC_URL.startsWith('https:')

/**
 * Name of the session cookie. With TLS, the __Host- prefix makes browsers refuse a cookie set by a sibling subdomain or
 * over http (RFC 6265bis, 4.1.3.2), and no other name is read. Browsers require Secure and Path=/ for it.
 */
export const tokenCookieName = (): string => (isServedOverTls() ? '__Host-token' : 'token')

/** Attribute of every cookie with TLS; empty without. */
export const cookieSecurity = (): string => (isServedOverTls() ? '; Secure' : '')

/** Session cookie: scripts can't read it, and it expires with the session. */
export const tokenCookie = (token: string, expiresAt: Date): string =>
  `${tokenCookieName()}=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${cookieSecurity()}`

export const dropTokenCookie = (): string =>
  `${tokenCookieName()}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${cookieSecurity()}`

/** Cookie of a visitor who uses the shop without an account: lasts for the browser session, readable by scripts. */
export const guestCookie = (): string => `guest=1; Path=/; SameSite=Lax${cookieSecurity()}`

export const dropGuestCookie = (): string => `guest=; Path=/; SameSite=Lax; Max-Age=0${cookieSecurity()}`
