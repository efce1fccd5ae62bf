import { type Provider, pathNames } from '#lib/sns/rules.ts'

// What proves a person to the sign-up page: on this tab only, never in an address (docs/contract.md#naver-and-kakao).

const keyOf = (provider: Provider) => `sns-token:${pathNames[provider]}`

export function storedToken(provider: Provider): string {
  try {
    return sessionStorage.getItem(keyOf(provider)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a token; an empty one is forgotten. */
export function keepToken(provider: Provider, token: string) {
  try {
    if (token) sessionStorage.setItem(keyOf(provider), token)
    else sessionStorage.removeItem(keyOf(provider))
  } catch {
    // Without storage the sign-up page sends back to the login.
  }
}
