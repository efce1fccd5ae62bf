export type SnsProvider = 'NAVER' | 'KAKAO'

/** Name of an SNS provider in paths, as in /auth/login/naver, /register/naver and /auth/naver. */
export const snsPathNames = { NAVER: 'naver', KAKAO: 'kakao' } as const satisfies Record<SnsProvider, string>

/**
 * Value of `source` in the message with the result of a login. The callback page posts this message to the page that
 * opened the login window (docs/product.md#login).
 */
export const snsMessageSources = { NAVER: 'naver-auth', KAKAO: 'kakao-auth' } as const satisfies Record<
  SnsProvider,
  string
>

/** A value that an SNS login needs, and that is missing or unusable. Its texts are in `snsGapTexts`. */
export type SnsGap = 'NAVER_CLIENT_ID' | 'NAVER_CLIENT_SECRET' | 'NAVER_REDIRECT' | 'KAKAO_KEY' | 'KAKAO_APP_ID'

/** State of a provider's login for staff. Members see its button only if it is on and `gaps` is empty. */
export type SnsLoginState = { provider: SnsProvider; on: boolean; gaps: SnsGap[]; redirectUri: string }

/**
 * Prefix of OAuth's `state` for a login by which a signed-in member only proves his identity. Without this prefix the
 * callback page redirects signed-in members to other pages.
 */
export const PROOF_STATE_PREFIX = 'proof-'

/** True for OAuth's `state` of a login by which a signed-in member only proves his identity. */
export const isProofState = (state: unknown): boolean =>
  typeof state === 'string' && state.startsWith(PROOF_STATE_PREFIX)

/** How long a sign-up ticket is valid, in milliseconds (docs/contract.md#naver-and-kakao). */
export const SIGN_UP_TICKET_LIFE_MS = 10 * 60_000

/**
 * Maximum number of characters of codes, tokens and states. `isTokenShaped` also requires visible ASCII characters, so
 * that the value can be sent in a header.
 */
export const MAX_TOKEN_LENGTH = 4_000
export const isTokenShaped = (text: string): boolean => text.length <= MAX_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text)

/** Number of random characters after `naver_` or `kakao_` in a generated login id. */
export const LOGIN_ID_RANDOM_LENGTH = 10
