import { env } from './env.ts'

const behindTls = (): boolean => env().PUBLIC_URL.startsWith('https:')

/**
 * The session cookie's name. Behind TLS the prefix makes browsers refuse one that a sibling subdomain or plain http
 * tries to plant (RFC 6265bis, 4.1.3.2), and no other name is read; browsers demand Secure and Path=/ for it.
 */
export const tokenCookieName = (): string => (behindTls() ? '__Host-token' : 'token')

/** The attribute that every cookie needs behind TLS. */
export const cookieSecurity = (): string => (behindTls() ? '; Secure' : '')

/** Carries the token out of every script's reach, gone with its session. */
export const tokenCookie = (token: string, expiresAt: Date): string =>
  `${tokenCookieName()}=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${cookieSecurity()}`

export const dropTokenCookie = (): string =>
  `${tokenCookieName()}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${cookieSecurity()}`

/** For the browser session, readable by script. */
export const guestCookie = (): string => `guest=1; Path=/; SameSite=Lax${cookieSecurity()}`

export const dropGuestCookie = (): string => `guest=; Path=/; SameSite=Lax; Max-Age=0${cookieSecurity()}`
