import {
  categoriesForLink,
  cleanLink,
  kindOfLink,
  type LinkKind,
  platformIdOfLink,
  shortenLink,
} from '#lib/catalog/rules.ts'

/** A platform or a category. */
export interface IdAndName {
  readonly id: number
  /** Its name. */
  readonly text: string
}

/**
 * What a link is compared with: the shop's platforms, the selected platform and category, and the platform's
 * categories.
 */
export interface LinkContext {
  readonly platforms: readonly IdAndName[]
  readonly platform: IdAndName | null
  readonly categories: readonly IdAndName[]
  readonly category: IdAndName | null
}

const linkKindLabels: Record<LinkKind, string> = { profile: '프로필', post: '게시물', live: '라이브' }

/**
 * Id of the platform for websites. Every link belongs to it, so it is never proposed as a platform that fits a link
 * better.
 */
const WEBSITE_PLATFORM_ID = 15

/**
 * The shop's platform that the link belongs to. Null if it is the selected platform or the platform for websites, or if
 * the shop has no platform for the link.
 */
export function findBetterPlatform(
  text: string,
  { platforms, platform }: Pick<LinkContext, 'platforms' | 'platform'>,
): IdAndName | null {
  const id = platformIdOfLink(text)
  if (id === null || id === WEBSITE_PLATFORM_ID || id === platform?.id) return null
  return platforms.find((each) => each.id === id) ?? null
}

/**
 * Finds the link in a pasted text and cleans it. `platform` is the link's platform if that isn't the selected one. Null
 * if the text should be pasted unchanged.
 */
export function findLinkInPastedText(
  text: string,
  context: LinkContext,
): { link: string; platform: IdAndName | null } | null {
  const platform = findBetterPlatform(text, context)
  const id = platform?.id ?? context.platform?.id
  const link = id === undefined ? null : cleanLink(text, id)
  // A handle without an address stays as typed; the hint below the field names its profile.
  if (link === null || (!platform && !/[\s/]/.test(text.trim()))) return null
  return { link, platform }
}

/**
 * Hint below the link field, shown before the order is paid. It never prevents the order, because the API accepts any
 * link (docs/contract.md#links).
 */
export interface LinkAdvice {
  readonly tone: 'plain' | 'warn'
  readonly text: string
  /** The platform that the link belongs to, if that isn't the selected one. */
  readonly platform: IdAndName | null
  /** Categories of the selected platform that fit the link; empty if the selected category fits. */
  readonly categories: readonly IdAndName[]
}

const noAdvice = { platform: null, categories: [] }

/** The hint for a typed link; null if no platform is selected. */
export function linkAdviceFor(link: string, context: LinkContext): LinkAdvice | null {
  const { platform, categories, category } = context
  if (!platform) return null
  if (link.trim() === '') return { ...noAdvice, tone: 'plain', text: `${platform.text} 주소를 그대로 붙여 넣어 주세요` }
  const shortLink = shortenLink(link, platform.id)
  const otherPlatform = findBetterPlatform(link, context)
  if (shortLink && !otherPlatform) {
    const kind = kindOfLink(link, platform.id)
    const fitting = categoriesForLink(categories, link, platform.id)
    const text = `${platform.text}${kind ? ` ${linkKindLabels[kind]}` : ''} · ${shortLink}`
    return {
      ...noAdvice,
      tone: 'plain',
      text,
      categories: fitting.some(({ id }) => id === category?.id) ? [] : fitting,
    }
  }
  const text = otherPlatform ? otherPlatformText(otherPlatform, platform) : wrongAddressText(platform.text)
  return { ...noAdvice, tone: 'warn', text, platform: otherPlatform }
}

/** Warning that a link belongs to `otherPlatform` while the service belongs to `platform`. */
export const otherPlatformText = (otherPlatform: IdAndName, platform: IdAndName): string =>
  `${otherPlatform.text} 링크 같아요. ${platform.text} 상품에 쓸 링크가 맞나요?`

const wrongAddressText = (platform: string): string => `${platform} 주소가 맞는지 확인해 주세요`
