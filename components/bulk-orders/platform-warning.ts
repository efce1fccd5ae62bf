import { betterPlatformOf, type IdAndName, otherPlatformText } from '../orders/link-advice.ts'

/**
 * Warning of the order screen for a line's link that belongs to another platform than `platformId`, that of its service;
 * null if the link needs none. It never keeps the line from being ordered (docs/product.md#bulk-order-screen).
 */
export function platformWarning(link: string, platformId: number, platforms: readonly IdAndName[]): string | null {
  const platform = platforms.find(({ id }) => id === platformId) ?? null
  const other = platform && betterPlatformOf(link, { platforms, platform })
  return other && otherPlatformText(other, platform)
}
