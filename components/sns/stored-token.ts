import { type SnsProvider, snsPathNames } from '#lib/sns/rules.ts'

// Token of a person who has logged in at Naver or Kakao but has no account yet; the sign-up page sends it. It is stored
// in this tab's session storage, never in a URL (docs/contract.md#naver-and-kakao).

const tokenKeyOf = (provider: SnsProvider) => `sns-token:${snsPathNames[provider]}`

/** Returns the stored token; '' if there is none. */
export function readSignUpToken(provider: SnsProvider): string {
  try {
    return sessionStorage.getItem(tokenKeyOf(provider)) ?? ''
  } catch {
    return ''
  }
}

/** Stores a token; an empty string removes it. */
export function storeSignUpToken(provider: SnsProvider, token: string) {
  try {
    if (token) sessionStorage.setItem(tokenKeyOf(provider), token)
    else sessionStorage.removeItem(tokenKeyOf(provider))
  } catch {
    // Without storage the sign-up page redirects to the login.
  }
}

const RETURN_KEY = 'sns-sign-up-return'

/** Stores the path to which the login after this sign-up leads. */
export function storeSignUpReturn(next: string) {
  try {
    sessionStorage.setItem(RETURN_KEY, next)
  } catch {
    // Without storage the login leads to /order.
  }
}

/** Returns the stored path and removes it. The path comes from a URL and must be checked like any other `next`. */
export function takeSignUpReturn(): string | null {
  try {
    const next = sessionStorage.getItem(RETURN_KEY)
    sessionStorage.removeItem(RETURN_KEY)
    return next
  } catch {
    return null
  }
}
