import { cleanLink } from '#lib/catalog/rules.ts'

/**
 * URL for a link that can't be cleaned for its platform. A link that doesn't start with https://, in whatever case, is
 * taken for an Instagram user name (docs/contract.md#links).
 */
export const rawLinkUrl = (link: string): string =>
  /^https:\/\//i.test(link) ? link : `https://www.instagram.com/${encodeURIComponent(link.replace(/^@/, ''))}`

/**
 * URL for a stored link: the link cleaned for the service's platform or, if that isn't possible, `rawLinkUrl`
 * (docs/contract.md#links).
 */
export const linkUrl = (link: string, platformId: number | undefined): string =>
  (platformId && cleanLink(link, platformId)) || rawLinkUrl(link)
