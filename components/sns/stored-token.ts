import { type Provider, pathNames } from '#lib/sns/rules.ts'

// Token that identifies a person to the sign-up page. Kept in this tab's session storage, never in an address
// (docs/contract.md#naver-and-kakao).

const keyOf = (provider: Provider) => `sns-token:${pathNames[provider]}`

export function storedToken(provider: Provider): string {
  try {
    return sessionStorage.getItem(keyOf(provider)) ?? ''
  } catch {
    return ''
  }
}

/** Stores a token; an empty string removes it. */
export function keepToken(provider: Provider, token: string) {
  try {
    if (token) sessionStorage.setItem(keyOf(provider), token)
    else sessionStorage.removeItem(keyOf(provider))
  } catch {
    // Without storage the sign-up page redirects to the login.
  }
}
