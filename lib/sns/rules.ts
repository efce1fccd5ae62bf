export type Provider = 'NAVER' | 'KAKAO'

/** Its part of our paths: /auth/login/naver, /register/naver, /auth/naver. */
export const pathNames = { NAVER: 'naver', KAKAO: 'kakao' } as const satisfies Record<Provider, string>

/** What a callback page says it is when it posts to its opener (docs/product.md#login). */
export const messageSources = { NAVER: 'naver-auth', KAKAO: 'kakao-auth' } as const satisfies Record<Provider, string>

/**
 * How the `state` of a login begins that only proves a signed-in member's identity: the callback pages, which send members
 * away, let him pass with one.
 */
export const PROOF_STATE = 'proof-'

export const isProofState = (state: unknown): boolean => typeof state === 'string' && state.startsWith(PROOF_STATE)

/** How long a sign-up ticket holds, in milliseconds (docs/contract.md#naver-and-kakao). */
export const TICKET_LIFE = 10 * 60_000

/** Codes, tokens and states are a few hundred visible characters, so that each may stand in a header. */
export const MOST_TOKEN = 4_000
export const isTokenShaped = (text: string): boolean => text.length <= MOST_TOKEN && /^[\x21-\x7e]+$/.test(text)

/** A member without an id of his choice gets one: `naver_` and these many characters. */
export const LOGIN_ID_TAIL = 10
