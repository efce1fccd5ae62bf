import { cleanLink } from '#lib/catalog/rules.ts'

/**
 * URL to open for a link: one that doesn't start with https is treated as an Instagram handle (docs/contract.md#links).
 */
export const linkTarget = (link: string): string =>
  link.startsWith('https') ? link : `https://www.instagram.com/${encodeURIComponent(link.replace(/^@/, ''))}`

/**
 * URL to open for a stored link: the cleaned link of the service's platform, or else that of `linkTarget`
 * (docs/contract.md#links).
 */
export const linkAddress = (link: string, platformId: number | undefined): string =>
  (platformId && cleanLink(link, platformId)) || linkTarget(link)
