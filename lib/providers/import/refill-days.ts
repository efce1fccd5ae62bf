import type { ListedService } from './read-row.ts'

/** Days to assume for a service whose name doesn't say for how long it can be refilled. */
const USUAL_DAYS = 30
/** Days to assume for a service with refills for life: a year, which staff may change. */
const ENDLESS_DAYS = 365
const MAX_DAYS = 3_650

const refillWord = '(?:refill|guarantee|warranty|리필|보장|as)'
const dayWord = '(?:days?|d|일)'
const daysPatterns = [
  new RegExp(`(\\d{1,4})\\s*-?\\s*${dayWord}\\b[^\\d]{0,12}${refillWord}`, 'i'),
  new RegExp(`(\\d{1,4})\\s*일[^\\d]{0,12}${refillWord}`, 'i'),
  new RegExp(`${refillWord}[^\\d]{0,12}(\\d{1,4})\\s*-?\\s*(?:${dayWord}\\b|일)`, 'i'),
  /\bR\s?(\d{1,3})\b/,
]

/**
 * Days within which a service of a provider's list can be refilled; 0 if it has no refills. Lists have no field for the
 * days: they are only in the service's name, as in '30 Days Refill', 'R90' or '리필 30일'.
 */
export function refillDaysOf({ refill, name }: Pick<ListedService, 'refill' | 'name'>): number {
  if (!refill) return 0
  for (const pattern of daysPatterns) {
    const days = Number(pattern.exec(name)?.[1] ?? 0)
    if (days > 0 && days <= MAX_DAYS) return days
  }
  return /life\s?time|평생/i.test(name) ? ENDLESS_DAYS : USUAL_DAYS
}
