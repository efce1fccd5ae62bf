/**
 * Pages that show a secret (api-key, signing key, codes, links, keys in the settings) or take one from the URL. They
 * are sent uncompressed, because they also repeat parts of their URL. A compressed page would get shorter when a guess
 * in the URL matches the secret, and an observer can measure encrypted lengths (BREACH). Calls declare the same with
 * `secret: true`. Paths that Next.js derives from a page (`.rsc`, `.segments/...`) match too.
 */
const secretPages =
  /^\/(account|api|reset-password|register\/(naver|kakao)|admin\/(outbox|settings|staff|retained-records))([/.]|$)/

/** True if this is the URL of a secret page, in any spelling. Its percent escapes must be valid. */
export function isSecretPage(url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return secretPages.test(decodeURIComponent(path).replace(/\/{2,}/g, '/'))
}
