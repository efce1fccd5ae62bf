import { cleanLink } from '#lib/catalog/rules.ts'

/**
 * URL that a browser opens for a link that has no cleaned form. A link that doesn't start with https is taken for an
 * Instagram user name (docs/contract.md#links).
 */
export const rawLinkUrl = (link: string): string =>
  link.startsWith('https') ? link : `https://www.instagram.com/${encodeURIComponent(link.replace(/^@/, ''))}`

/**
 * URL that a browser opens for a stored link: the link cleaned for the service's platform or, if that isn't possible,
 * the URL of `rawLinkUrl` (docs/contract.md#links).
 */
export const linkUrl = (link: string, platformId: number | undefined): string =>
  (platformId && cleanLink(link, platformId)) || rawLinkUrl(link)
