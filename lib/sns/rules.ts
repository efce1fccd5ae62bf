export type SnsProvider = 'NAVER' | 'KAKAO'

/** Path segment of a provider, as in /auth/login/naver, /register/naver and /auth/naver. */
export const pathNames = { NAVER: 'naver', KAKAO: 'kakao' } as const satisfies Record<SnsProvider, string>

/** Value of `source` in the message that a callback page posts to its opener (docs/product.md#login). */
export const messageSources = { NAVER: 'naver-auth', KAKAO: 'kakao-auth' } as const satisfies Record<
  SnsProvider,
  string
>

/** What a provider's login needs and may be missing or unusable; the texts are in `snsGapTexts`. */
export type SnsGap = 'NAVER_CLIENT_ID' | 'NAVER_CLIENT_SECRET' | 'NAVER_REDIRECT' | 'KAKAO_KEY' | 'KAKAO_APP_ID'

/** State of a provider's login for staff: a button shows only while it is on and nothing is missing. */
export type SnsState = { provider: SnsProvider; on: boolean; gaps: SnsGap[]; redirectUri: string }

/**
 * Prefix of the `state` of a login that only proves the identity of a signed-in member. Callback pages redirect
 * signed-in members elsewhere, except when `state` has this prefix.
 */
export const PROOF_STATE = 'proof-'

export const isProofState = (state: unknown): boolean => typeof state === 'string' && state.startsWith(PROOF_STATE)

/** Lifetime of a sign-up ticket in milliseconds (docs/contract.md#naver-and-kakao). */
export const TICKET_LIFE_MS = 10 * 60_000

/**
 * Maximum length of codes, tokens and states. They consist of visible ASCII characters, so that they can be sent in a
 * header.
 */
export const MAX_TOKEN_LENGTH = 4_000
export const isTokenShaped = (text: string): boolean => text.length <= MAX_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text)

/** Number of random characters after the prefix `naver_` or `kakao_` in a generated login id. */
export const LOGIN_ID_RANDOM_LENGTH = 10
