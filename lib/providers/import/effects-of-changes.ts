import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { isOverpriced, type UnitPrice } from '#lib/money/prices.ts'
import type { SyncRule } from '../labels.ts'
import { isPriceCollapsed } from './diff-services.ts'
import { type ExchangeRate, sellingPrice, unitCostOf } from './price.ts'
import type { ListedService } from './read-row.ts'

/**
 * A service of the shop that a provider fulfils, and how it follows the provider's price. `margin` is in hundredths of
 * a percent of the cost.
 */
export type LinkedService = {
  id: number
  /** Id of the service at the provider. */
  remoteId: string
  type: ServiceTypeName
  rule: SyncRule
  margin: number
  /** Prices are rounded up to a multiple of this. */
  step: UnitPrice
  unitPrice: UnitPrice
  unitCost: UnitPrice | null
  /**
   * The price 7 days ago; if staff have changed it since, by hand or by applying a list, the price after their last
   * change.
   */
  formerPrice: UnitPrice
  min: number
  max: number
  /** True if the service is shown but can't be ordered. */
  isReadOnly: boolean
  /** True if the service was taken off sale by a sync, not by staff. */
  offBySync: boolean
  isWithdrawn: boolean
}

/** What a sync may change in a service of the shop. */
export type ServiceTerms = Pick<LinkedService, 'unitPrice' | 'unitCost' | 'min' | 'max' | 'isReadOnly' | 'offBySync'>

/** What applying a provider's list changes in one service of the shop. */
export type ServiceEffect = {
  serviceId: number
  remoteId: string
  rule: SyncRule
  /** True if the provider's list no longer contains the service, or contains it with another type. */
  gone: boolean
  /** True if the shop has withdrawn the service. Staff aren't shown such effects. */
  isWithdrawn: boolean
  before: ServiceTerms
  after: ServiceTerms
}

/** A provider's services that the shop can sell, and the ids of the services whose type the shop doesn't know. */
export type ProviderList = { services: readonly ListedService[]; otherTypes: readonly string[] }

const termsOf = ({ unitPrice, unitCost, min, max, isReadOnly, offBySync }: LinkedService): ServiceTerms => ({
  unitPrice,
  unitCost,
  min,
  max,
  isReadOnly,
  offBySync,
})

/**
 * Takes a service off sale if it isn't sellable. Puts a sellable service back on sale only if a sync took it off, not
 * if staff did.
 */
function withSaleSwitched(terms: ServiceTerms, isSellable: boolean): ServiceTerms {
  if (!isSellable && !terms.isReadOnly) return { ...terms, isReadOnly: true, offBySync: true }
  if (isSellable && terms.offBySync) return { ...terms, isReadOnly: false, offBySync: false }
  return terms
}

function termsFromList(service: LinkedService, listed: ListedService, exchangeRate: ExchangeRate): ServiceTerms {
  const unitCost = unitCostOf(listed, exchangeRate)
  const terms = { ...termsOf(service), unitCost }
  const lowestPrice = sellingPrice(unitCost, service.margin, service.step)
  // The price of a frozen service stays. If a sync took the service off sale, perhaps under an earlier rule, it goes
  // back on sale as soon as its price covers cost and mark-up.
  if (service.rule === 'FREEZE') return service.unitPrice >= lowestPrice ? withSaleSwitched(terms, true) : terms
  const limits = { min: listed.min, max: listed.max }
  if (isOverpriced(lowestPrice)) return withSaleSwitched({ ...terms, ...limits }, false)
  if (service.rule === 'FOLLOW') return withSaleSwitched({ ...terms, ...limits, unitPrice: lowestPrice }, true)
  return withSaleSwitched({ ...terms, ...limits }, service.unitPrice >= lowestPrice)
}

const termsDiffer = (a: ServiceTerms, b: ServiceTerms): boolean =>
  (Object.keys(a) as (keyof ServiceTerms)[]).some((term) => a[term] !== b[term])

/**
 * Returns what applying a provider's list would change in the shop's services; leaves out services that stay the same.
 * A service whose type differs in the list can't be fulfilled as it is sold, so it counts as gone. It goes off sale
 * even under FREEZE: otherwise the provider might, for example, bill a whole package for an order of a few units.
 */
export function effectsOnServices(
  linked: readonly LinkedService[],
  { services: listed, otherTypes }: ProviderList,
  exchangeRate: ExchangeRate,
): ServiceEffect[] {
  const idsOfOtherTypes = new Set(otherTypes)
  const listedById = new Map(listed.map((service) => [service.remoteId, service]))
  return linked.flatMap((service) => {
    const listedNow = listedById.get(service.remoteId)
    const hasOtherType =
      idsOfOtherTypes.has(service.remoteId) || (listedNow !== undefined && listedNow.type !== service.type)
    const usableListing = hasOtherType ? undefined : listedNow
    const before = termsOf(service)
    const after = usableListing
      ? termsFromList(service, usableListing, exchangeRate)
      : service.rule === 'FREEZE' && !hasOtherType
        ? before
        : withSaleSwitched(before, false)
    const effect = {
      serviceId: service.id,
      remoteId: service.remoteId,
      rule: service.rule,
      gone: !usableListing,
      isWithdrawn: service.isWithdrawn,
      before,
      after,
    }
    return termsDiffer(before, after) ? [effect] : []
  })
}

/** The effects on services that aren't withdrawn. */
export const effectsShown = (effects: readonly ServiceEffect[]): ServiceEffect[] =>
  effects.filter(({ isWithdrawn }) => !isWithdrawn)

/**
 * True if an import would cut more than half of the prices that follow the list to less than a fifth of what they are
 * now. Only services that can be ordered after the import are counted. `haveRatesCollapsed`, which looks at all
 * services of the list, may miss this, because the shop sells few of the services that a provider lists.
 */
export function havePricesCollapsed(linked: readonly LinkedService[], effects: readonly ServiceEffect[]): boolean {
  const afterById = new Map(effects.map(({ serviceId, after }) => [serviceId, after]))
  const following = linked.flatMap((service) => {
    const after = afterById.get(service.id) ?? service
    return service.rule === 'FOLLOW' && !after.isReadOnly && !service.isWithdrawn
      ? [{ from: service.unitPrice, to: after.unitPrice }]
      : []
  })
  return following.filter(({ from, to }) => isPriceCollapsed(from, to)).length * 2 > following.length
}
