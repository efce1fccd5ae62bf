import { formatUnitPrice, type UnitPrice } from '#lib/money/prices.ts'

// A flag emoji: two regional indicator letters, or the black flag with a region's tags (England, Scotland, Wales).
const flagEmoji = /[\u{1F1E6}-\u{1F1FF}]{2}|\u{1F3F4}[\u{E0020}-\u{E007F}]+/gu
/** A flag emoji with the spaces around it. */
const flagWithSpace = new RegExp(`\\s*(?:${flagEmoji.source})\\s*`, 'gu')

export type Device = 'desktop' | 'mobile'

/** Kind of device, guessed from the user agent. It decides how flags in names are shown. */
export const detectDeviceKind = (userAgent: string): Device =>
  /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) ? 'mobile' : 'desktop'

/**
 * The name of a service without flag emoji, because the fonts of Windows have no glyphs for flags. On desktop each flag
 * is replaced by the emoji 💑, on mobile it is removed (docs/contract.md#catalogue).
 */
export function withoutFlags(text: string, device: Device): string {
  return device === 'desktop' ? text.replace(flagEmoji, '💑') : text.replace(flagWithSpace, ' ').trim()
}

/** How names of services are shown; `showId` is the setting ENABLE_VISIBLE_SERVICE_ID. */
export type DisplayOptions = { showId: boolean; device: Device }

/** Name of a service for display, with its id as `[id]` before it if `showId` is true. */
export function displayName(service: { id: number; text: string }, { showId, device }: DisplayOptions): string {
  const name = withoutFlags(service.text, device)
  return showId ? `[${service.id}] ${name}` : name
}

/** `displayName` of a service, followed by the price of one unit (docs/product.md#order-screen). */
export function displayNameWithPrice(
  service: { id: number; text: string; unitPrice: UnitPrice },
  options: DisplayOptions,
): string {
  return `${displayName(service, options)} - ${formatUnitPrice(service.unitPrice)}`
}

/** Kind of page, on a platform, to which a member's link points. */
export type LinkKind = 'profile' | 'post' | 'live'

/** What links to a platform look like. */
type LinkShape = {
  /** Matches the platform's host names. */
  hosts: RegExp
  /** URL of the profile with this user name; absent if profiles can't be found by a user name. */
  handle?: (name: string) => string
  /** Matches links to a post. `live` matches links to a live broadcast. */
  post?: RegExp
  live?: RegExp
  /**
   * If present, only links that match it show the kind of their page. Other links, such as short links, may lead to
   * pages of any kind.
   */
  kindKnownFor?: RegExp
}

const WEBSITE_PLATFORM_ID = 15

/** What links to each platform look like, by platform id (docs/contract.md#catalogue). */
const linkShapes: Record<number, LinkShape> = {
  1: {
    hosts: /(^|\.)(instagram\.com|instagr\.am)$/,
    handle: (name) => `https://www.instagram.com/${name}/`,
    post: /\/(p|reels?|tv)\//,
    live: /\/live\/?$/,
  },
  2: {
    hosts: /(^|\.)(youtube\.com|youtu\.be)$/,
    handle: (name) => `https://www.youtube.com/@${name}`,
    post: /^(youtu\.be\/|.*\/(watch|shorts|embed|post|clip|playlist)\b)/,
    live: /\/live\b/,
  },
  3: {
    hosts: /(^|\.)(facebook\.com|fb\.com|fb\.watch)$/,
    handle: (name) => `https://www.facebook.com/${name}`,
    post: /^fb\.watch\/|\/(posts|videos?|reel|watch|photos?|share|permalink|story)\b/,
    live: /\/live\b/,
  },
  4: {
    hosts: /(^|\.)tiktok\.com$/,
    handle: (name) => `https://www.tiktok.com/@${name}`,
    post: /^(vm|vt)\.|\/(video|photo|t)\//,
    live: /\/live\b/,
  },
  5: {
    hosts: /(^|\.)(x\.com|twitter\.com)$/,
    handle: (name) => `https://x.com/${name}`,
    post: /\/status\//,
    live: /\/i\/spaces\//,
  },
  6: {
    hosts: /(^|\.)threads\.(net|com)$/,
    handle: (name) => `https://www.threads.net/@${name}`,
    post: /\/(post|t)\//,
  },
  7: { hosts: /(^|\.)(t\.me|telegram\.me)$/, handle: (name) => `https://t.me/${name}`, post: /\/\d+\/?$/ },
  8: { hosts: /(^|\.)naver\.(com|me)$/, post: /\.com\/([^/]+\/\d|PostView)/, kindKnownFor: /^(m\.)?blog\./ },
  9: {
    hosts: /(^|\.)(kakao\.com|kko\.to|brunch\.co\.kr|tistory\.com)$/,
    post: /\.com\/[^/]+\/\d/,
    kindKnownFor: /^pf\./,
  },
  10: {
    hosts: /(^|\.)twitch\.tv$/,
    handle: (name) => `https://www.twitch.tv/${name}`,
    post: /^clips\.|\/(videos|clip)\//,
  },
  11: { hosts: /(^|\.)(discord\.gg|discord(app)?\.com)$/, post: /\/channels\// },
  12: { hosts: /(^|\.)spotify\.(com|link)$/, post: /\/(track|album|playlist|episode)\//, kindKnownFor: /\.com\// },
  13: {
    hosts: /(^|\.)soundcloud\.com$/,
    handle: (name) => `https://soundcloud.com/${name}`,
    post: /\.com\/[^/]+\/[^/]/,
  },
  14: {
    hosts: /(^|\.)(linkedin\.com|lnkd\.in)$/,
    handle: (name) => `https://www.linkedin.com/in/${name}`,
    post: /\/(posts|feed|pulse)\//,
    kindKnownFor: /linkedin/,
  },
  [WEBSITE_PLATFORM_ID]: { hosts: /./ },
}

/** Matches a text that is only a user name. */
const HANDLE_ALONE = /^@?([A-Za-z0-9._-]{1,60})$/
/** Matches a user name with @ within a text. */
const HANDLE_IN_TEXT = /(?:^|\s)@([A-Za-z0-9._-]{2,60})(?=\s|$)/
/** Matches a URL within a text; a URL without https:// matches only if it has a path. */
const ADDRESS_IN_TEXT = /https?:\/\/[^\s<>"']+|(?<![^\s([])(?:[a-z0-9-]+\.)+[a-z]{2,}\/[^\s<>"']*/gi
/** Matches names of query parameters that only track who shared a link. */
const trackingParameter = /^(utm_\w+|igsh|igshid|fbclid|gclid|si|feature|_r|_t|share_\w+)$/

// Invisible characters that are never part of a URL: zero-width ones, and those that change the direction of text.
// Zero-width joiners and tag characters within an emoji don't match.
const INVISIBLE_CHARACTERS = /(?!\u200D\p{Extended_Pictographic}|[\u{E0020}-\u{E007F}])\p{Cf}/gu

export const withoutInvisibleCharactersInLink = (text: string): string => text.replace(INVISIBLE_CHARACTERS, '')

/**
 * Parses a text that is only a URL, with or without https://. Null for any other text, for a URL with a user name or
 * password, and for a host name without a dot.
 */
function parseAddress(link: string): URL | null {
  const full = /^https?:\/\//i.test(link) ? link : `https://${link}`
  if (/\s/.test(link) || !URL.canParse(full)) return null
  const url = new URL(full)
  return url.username || url.password || !url.hostname.includes('.') ? null : url
}

/** The text itself if it is a URL; otherwise the URLs in it, without punctuation that follows them. */
function addressesIn(text: string): URL[] {
  const whole = parseAddress(text)
  if (whole) return [whole]
  const found = [...text.matchAll(ADDRESS_IN_TEXT)].map(([address]) => parseAddress(address.replace(/[)\].,!?]+$/, '')))
  return found.filter((url) => url !== null)
}

/** The URL with https, without fragment and tracking parameters. */
function cleanUrl(url: URL): string {
  url.protocol = 'https:'
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (trackingParameter.test(name)) url.searchParams.delete(name)
  return url.href
}

/**
 * Finds a link to the platform in what a member entered as link: a URL, which may be part of a sentence, or the user
 * name of a profile. Returns it as https URL without tracking parameters; null if there is no such link. For the
 * website platform the URL keeps its scheme and all parameters, because the website may not support https, and its
 * owner may count visits by the parameters (docs/contract.md#links).
 */
export function cleanLink(text: string, platformId: number): string | null {
  const shape = linkShapes[platformId]
  if (!shape) return null
  const link = withoutInvisibleCharactersInLink(text).trim()
  const addresses = addressesIn(link)
  const url = addresses.find(({ hostname }) => shape.hosts.test(hostname))
  if (url) return platformId === WEBSITE_PLATFORM_ID ? url.href : cleanUrl(url)
  const handle = (HANDLE_ALONE.exec(link) ?? (addresses.length === 0 ? HANDLE_IN_TEXT.exec(link) : null))?.[1]
  return (handle && shape.handle?.(handle)) || null
}

/**
 * Link as the order form shows it: cleaned by `cleanLink`, without https://, www. and a slash at its end. Null if it is
 * no link to this platform.
 */
export const shortenLink = (link: string, platformId: number): string | null =>
  cleanLink(link, platformId)?.replace(/^https:\/\/(www\.)?|\/$/g, '') ?? null

/**
 * Id of the platform to which the first recognized URL in a text belongs; null if there is none. A URL whose host
 * belongs to no other platform counts as one of the website platform, but only if the text contains http:// or
 * https://.
 */
export function platformIdOfLink(link: string): number | null {
  for (const { hostname } of addressesIn(withoutInvisibleCharactersInLink(link).trim())) {
    const ids = Object.entries(linkShapes).flatMap(([id, { hosts }]) => (hosts.test(hostname) ? [Number(id)] : []))
    const platformId = ids.find((id) => id !== WEBSITE_PLATFORM_ID || /https?:\/\//i.test(link))
    if (platformId) return platformId
  }
  return null
}

/** Kind of page on this platform to which a link points; null if the link doesn't show the kind. */
export function kindOfLink(link: string, platformId: number): LinkKind | null {
  const shape = linkShapes[platformId]
  const shortened = shortenLink(link, platformId)
  if (
    !shape ||
    shortened === null ||
    platformId === WEBSITE_PLATFORM_ID ||
    shape.kindKnownFor?.test(shortened) === false
  )
    return null
  if (shape.live?.test(shortened)) return 'live'
  return shape.post?.test(shortened) ? 'post' : 'profile'
}

/** For each kind of page, a pattern for the names of the categories that have services for such pages. */
const categoryPatterns: Record<LinkKind, RegExp> = {
  profile: /방문|팔로워|구독자|이웃|친구|멤버|청취자|시청자|프로필|스토리/,
  post: /좋아요|조회|댓글|답글|저장|공유|포스트|재게시|북마크|마음|공감|시간|재생|팟캐스트|추천|리액션|노출|소식|클립/,
  live: /시청자|스페이스/,
}

/**
 * For hosts with different kinds of pages, such as blog.naver.com: a pattern for links, and one for the names of the
 * categories to which these links belong.
 */
const hostPatterns: readonly (readonly [host: RegExp, word: RegExp])[] = [
  [/^(m\.)?blog\.naver/, /블로그/],
  [/^(m\.)?cafe\.naver/, /카페/],
  [/^(m\.)?(map|place|pcmap)\b.*naver/, /플레이스/],
  [/^(m\.)?(smartstore|brand|shopping)\.naver/, /스마트스토어/],
  [/^(tv|clip)\.naver|^m\.naver\.com\/shorts/, /클립|TV/],
  [/^chzzk\.naver/, /치지직/],
  [/^pf\.kakao/, /채널/],
  [/^open\.kakao/, /오픈채팅/],
  [/^(place\.)?map\.kakao/, /카카오맵/],
  [/brunch\.co\.kr/, /브런치/],
  [/tistory\.com/, /티스토리/],
]

/** True if the name of a category contains a word for any kind of page. */
const namesPageKind = (category: string): boolean => Object.values(categoryPatterns).some((word) => word.test(category))

/**
 * The categories of a platform that fit the link's host and kind of page. If none does, the categories that fit the
 * host; if there are none either, all categories.
 */
export function categoriesForLink<T extends { readonly text: string }>(
  categories: readonly T[],
  link: string,
  platformId: number,
): readonly T[] {
  const shortened = shortenLink(link, platformId) ?? ''
  const hostPattern = hostPatterns.find(([host]) => host.test(shortened))?.[1]
  const kind = kindOfLink(link, platformId)
  const ofHost = categories.filter(({ text }) => hostPattern?.test(text) ?? true)
  const fitting = ofHost.filter(({ text }) => !kind || categoryPatterns[kind].test(text) || !namesPageKind(text))
  return [fitting, ofHost].find((found) => found.length > 0) ?? categories
}
