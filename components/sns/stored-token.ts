import { type Provider, pathNames } from '#lib/sns/rules.ts'

// Token that identifies a person to the sign-up page. Stored in this tab's session storage, never in an address
// (docs/contract.md#naver-and-kakao).

const tokenKeyOf = (provider: Provider) => `sns-token:${pathNames[provider]}`

export function readStoredToken(provider: Provider): string {
  try {
    return sessionStorage.getItem(tokenKeyOf(provider)) ?? ''
  } catch {
    return ''
  }
}

/** Stores a token; an empty string removes it. */
export function storeToken(provider: Provider, token: string) {
  try {
    if (token) sessionStorage.setItem(tokenKeyOf(provider), token)
    else sessionStorage.removeItem(tokenKeyOf(provider))
  } catch {
    // Without storage the sign-up page redirects to the login.
  }
}
