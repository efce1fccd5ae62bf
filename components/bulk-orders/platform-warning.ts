import { findBetterPlatform, type IdAndName, otherPlatformText } from '../orders/link-advice.ts'

/**
 * Warning for a line of the bulk order screen whose link seems to belong to another platform than its service
 * (`platformId`); null without a warning. The order screen shows the same text. The line can still be ordered
 * (docs/product.md#bulk-order-screen).
 */
export function platformWarning(link: string, platformId: number, platforms: readonly IdAndName[]): string | null {
  const platform = platforms.find(({ id }) => id === platformId) ?? null
  const otherPlatform = platform && findBetterPlatform(link, { platforms, platform })
  return otherPlatform && otherPlatformText(otherPlatform, platform)
}
