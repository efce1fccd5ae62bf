import { guessPlatform } from '#lib/catalog/guess-platform.ts'
import { isOverpriced, type UnitPrice } from '#lib/money/prices.ts'
import { cleanName } from '../import/clean-text.ts'
import { type ExchangeRate, sellingPrice, unitCostOf } from '../import/price.ts'
import type { ListedService } from '../import/read-row.ts'
import type { TakeOverGroup } from '../labels.ts'

type Named = { readonly id: number; readonly text: string }

/** The parts of the shop's catalogue that are needed to plan a take-over, the adding of a provider's whole list. */
export type ShopCatalog = {
  platforms: readonly Named[]
  categories: readonly (Named & { readonly platformId: number })[]
  /** Ids, at the provider, of the services that the shop already sells. */
  sold: ReadonlySet<string>
}

/**
 * Terms of a take-over, as staff entered them. `margin`: mark-up in hundredths of a percent of the cost. `step`: prices
 * are rounded up to a multiple of it. `platforms`: for the provider's name of a category, the id of the platform that
 * staff chose, or null if they left the category out. The platform of any other category is guessed.
 */
export type TakeOverTerms = {
  exchangeRate: ExchangeRate
  margin: number
  step: UnitPrice
  platforms: ReadonlyMap<string, number | null>
}

/**
 * A category of the provider's list, and the category of the shop that its services are added to.
 */
export type PlannedCategory = {
  /** Name in the provider's list. */
  category: string
  /** Id of the shop's platform; null if it isn't known or staff left the category out. */
  platformId: number | null
  /** True if staff left the category out. */
  isSkipped: boolean
  /** Id of the shop's category; null if the shop doesn't have it yet. */
  id: number | null
  /** Name of the shop's category. */
  text: string
  /** Number of services that the provider's list has in the category. */
  services: number
}

export type PlannedService = {
  listed: ListedService
  category: PlannedCategory
  group: TakeOverGroup
  unitCost: UnitPrice
  unitPrice: UnitPrice
}

const plainName = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Guesses the platform of a category from its name. If that fails, guesses from the names of its services: at least
 * half of them must name a platform, and all of these the same one. Returns the platform's id; null if no guess is
 * possible.
 */
function guessPlatformOfCategory(
  category: string,
  services: readonly ListedService[],
  platforms: readonly Named[],
): number | null {
  const byName = guessPlatform(category, platforms)
  if (byName !== null) return byName
  const guesses = services.map(({ name }) => guessPlatform(name, platforms)).filter((id) => id !== null)
  const [first] = guesses
  if (first === undefined || guesses.length * 2 < services.length) return null
  return guesses.every((id) => id === first) ? first : null
}

function planCategory(
  category: string,
  services: readonly ListedService[],
  { platforms, categories }: ShopCatalog,
  chosenPlatforms: ReadonlyMap<string, number | null>,
): PlannedCategory {
  const isSkipped = chosenPlatforms.get(category) === null
  const chosenOrGuessed = chosenPlatforms.has(category)
    ? (chosenPlatforms.get(category) ?? null)
    : guessPlatformOfCategory(category, services, platforms)
  const platformId = platforms.some(({ id }) => id === chosenOrGuessed) ? chosenOrGuessed : null
  const text = cleanName(category) || '기타'
  const existing = categories.find((each) => each.platformId === platformId && plainName(each.text) === plainName(text))
  return {
    category,
    platformId,
    isSkipped,
    id: existing?.id ?? null,
    text: existing?.text ?? text,
    services: services.length,
  }
}

function groupOf(category: PlannedCategory, listed: ListedService, price: UnitPrice, sold: ReadonlySet<string>) {
  if (sold.has(listed.remoteId)) return 'ON_SALE'
  if (category.isSkipped) return 'SKIPPED'
  if (category.platformId === null) return 'UNKNOWN'
  return isOverpriced(price) ? 'TOO_DEAR' : 'NEW'
}

/**
 * Plans the take-over of a provider's list. Returns each service with its category, price and group, in the sequence of
 * the list. Also returns the categories, beginning with those for which staff must still choose a platform.
 */
export function planTakeOver(
  listed: readonly ListedService[],
  shop: ShopCatalog,
  { exchangeRate, margin, step, platforms: chosenPlatforms }: TakeOverTerms,
): { categories: PlannedCategory[]; services: PlannedService[] } {
  const byCategory = Map.groupBy(listed, ({ category }) => category)
  const planned = new Map(
    [...byCategory].map(([category, services]) => [category, planCategory(category, services, shop, chosenPlatforms)]),
  )
  const services = listed.flatMap((service): PlannedService[] => {
    const category = planned.get(service.category)
    if (!category) return []
    const unitCost = unitCostOf(service, exchangeRate)
    const unitPrice = sellingPrice(unitCost, margin, step)
    return [{ listed: service, category, group: groupOf(category, service, unitPrice, shop.sold), unitCost, unitPrice }]
  })
  const needsPlatform = ({ platformId, isSkipped }: PlannedCategory) => platformId === null && !isSkipped
  const categories = [...planned.values()].toSorted((a, b) => Number(needsPlatform(b)) - Number(needsPlatform(a)))
  return { categories, services }
}
