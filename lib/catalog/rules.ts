import { formatUnitPrice, type UnitPrice } from '#lib/money/prices.ts'

// A pair of regional letters, or the black flag with a region's tags (England, Scotland, Wales).
const flag = /[\u{1F1E6}-\u{1F1FF}]{2}|\u{1F3F4}[\u{E0020}-\u{E007F}]+/gu
const flagWithSpace = new RegExp(`\\s*(?:${flag.source})\\s*`, 'gu')

export type Device = 'desktop' | 'mobile'

/** By the user agent, as flags and the guide's picture go. */
export const deviceOf = (userAgent: string): Device =>
  /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) ? 'mobile' : 'desktop'

/** Flags in names: a couple on desktop, whose fonts draw no flags, and nothing on mobile (spec 9, decisions 7). */
export function withoutFlags(text: string, device: Device): string {
  return device === 'desktop' ? text.replace(flag, '💑') : text.replace(flagWithSpace, ' ').trim()
}

type Shown = { showId: boolean; device: Device }

/** A service's name as the shop shows it, with `[id]` before it when ENABLE_VISIBLE_SERVICE_ID is on. */
export function displayName(service: { id: number; text: string }, { showId, device }: Shown): string {
  const name = withoutFlags(service.text, device)
  return showId ? `[${service.id}] ${name}` : name
}

/** The same with its price at the end, where it stands in one line (spec 9). */
export function displayLine(service: { id: number; text: string; unitPrice: UnitPrice }, shown: Shown): string {
  return `${displayName(service, shown)} - ${formatUnitPrice(service.unitPrice)}`
}
