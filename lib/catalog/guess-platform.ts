/** A platform of the shop: a well-known one, with an id from 1 to 15, or one that staff have added. */
type NamedPlatform = { readonly id: number; readonly text: string }

/** Pattern that matches any of these names as a whole word. */
const word = (...names: string[]): RegExp => new RegExp(`(?<![a-z0-9])(?:${names.join('|')})(?![a-z0-9])`)

/**
 * Patterns for the Korean and English names of platforms 1 to 15 (docs/contract.md#catalogue), as providers write them.
 */
const knownNames: Readonly<Record<number, readonly RegExp[]>> = {
  1: [word('instagram', 'insta', 'ig'), /인스타/],
  2: [word('you ?tube', 'yt'), /유튜브|유투브/],
  3: [word('face ?book', 'fb'), /페이스북|페북/],
  4: [word('tik[ -]?tok', 'tt'), /틱톡/],
  // A lone x is the platform's name unless a number follows it, as in 'x 10'.
  5: [word('twitter', 'x(?!\\s*\\d)'), /트위터|엑스\(/],
  6: [word('threads'), /스레드|쓰레드/],
  7: [word('telegram', 'tg'), /텔레그램/],
  8: [word('naver'), /네이버|치지직/],
  9: [word('kakao ?(?:talk|story)?'), /카카오|카톡/],
  10: [word('twitch'), /트위치/],
  11: [word('discord'), /디스코드/],
  12: [word('spotify'), /스포티파이/],
  13: [word('sound ?cloud'), /사운드 ?클라우드/],
  14: [word('linked ?in'), /링크드인/],
  15: [word('web ?sites?', 'web ?traffic', 'traffic', 'seo'), /웹사이트|홈페이지|트래픽/],
}

const WEBSITE_PLATFORM_ID = 15

/** The text in lower case, with full-width characters made normal ones. */
const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase()

const isNamed = (plain: string, { id, text }: NamedPlatform): boolean => {
  const name = plainOf(text).trim()
  return (name.length > 1 && plain.includes(name)) || (knownNames[id]?.some((pattern) => pattern.test(plain)) ?? false)
}

/**
 * Returns the id of the platform that is named in a text from a provider's service list, such as the name of a
 * category. Null if the text names no platform, or several. The website platform counts only if no other platform is
 * named, because 'traffic' also names it: 'Traffic from Facebook' means Facebook.
 */
export function guessPlatform(text: string, platforms: readonly NamedPlatform[]): number | null {
  const plain = plainOf(text)
  const named = platforms.filter((platform) => isNamed(plain, platform)).map(({ id }) => id)
  const others = named.filter((id) => id !== WEBSITE_PLATFORM_ID)
  const [first, second] = others.length > 0 ? others : named
  return first === undefined || second !== undefined ? null : first
}
