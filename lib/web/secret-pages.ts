/**
 * Pages that show a secret (an api-key, a signing key, codes, links, keys of the shop's settings) or take one from their
 * address. Each also repeats what its address says, and a page that grows less when a guess repeats the secret tells
 * whoever sees the length of the encrypted answer (BREACH): these are sent as they are. Calls say so by `secret`.
 * What Next appends for parts of a page (`.rsc`, `.segments/…`) is the page.
 */
const secretPages =
  /^\/(account|api|docs|reset-password|register\/(naver|kakao)|admin\/(outbox|settings|staff|retained-records))([/.]|$)/

/** True if the path is that of such a page, in any spelling. Its escapes must be valid. */
export function isSecretPage(url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return secretPages.test(decodeURIComponent(path).replace(/\/{2,}/g, '/'))
}
