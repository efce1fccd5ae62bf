import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { isOverpriced, type UnitPrice } from '#lib/money/prices.ts'
import type { SyncRule } from '../labels.ts'
import { type ExchangeRate, sellingPrice, unitCostOf } from './price.ts'
import type { ListedService } from './read-row.ts'

/**
 * A service of the shop that a provider fulfils, and how it follows the provider's price. `margin` is in hundredths of
 * a percent of the cost.
 */
export type LinkedService = {
  id: number
  remoteId: string
  type: ServiceTypeName
  rule: SyncRule
  margin: number
  /** Prices are rounded up to a multiple of this. */
  step: UnitPrice
  unitPrice: UnitPrice
  unitCost: UnitPrice | null
  min: number
  max: number
  isReadOnly: boolean
  /** True if the service was taken off sale by a sync, not by staff. */
  offBySync: boolean
}

export type ServiceTerms = Pick<LinkedService, 'unitPrice' | 'unitCost' | 'min' | 'max' | 'isReadOnly' | 'offBySync'>

export type ServiceEffect = {
  serviceId: number
  remoteId: string
  rule: SyncRule
  gone: boolean
  before: ServiceTerms
  after: ServiceTerms
}

/** A provider's services that the shop can order, and the ids of those whose type the shop doesn't have. */
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
 * Takes a service off sale if it isn't sellable. Puts a sellable one back on sale only if a sync had taken it off: what
 * staff took off stays off.
 */
function withSaleSwitched(terms: ServiceTerms, sellable: boolean): ServiceTerms {
  if (!sellable && !terms.isReadOnly) return { ...terms, isReadOnly: true, offBySync: true }
  if (sellable && terms.offBySync) return { ...terms, isReadOnly: false, offBySync: false }
  return terms
}

function termsFromList(service: LinkedService, listed: ListedService, exchangeRate: ExchangeRate): ServiceTerms {
  const unitCost = unitCostOf(listed, exchangeRate)
  const terms = { ...termsOf(service), unitCost }
  const least = sellingPrice(unitCost, service.margin, service.step)
  // A sync doesn't change the price of a frozen service, but can put it back on sale if the price covers cost and
  // margin. Under an earlier rule a sync may have taken it off.
  if (service.rule === 'FREEZE') return service.unitPrice >= least ? withSaleSwitched(terms, true) : terms
  const limits = { min: listed.min, max: listed.max }
  if (isOverpriced(least)) return withSaleSwitched({ ...terms, ...limits }, false)
  if (service.rule === 'FOLLOW') return withSaleSwitched({ ...terms, ...limits, unitPrice: least }, true)
  return withSaleSwitched({ ...terms, ...limits }, service.unitPrice >= least)
}

const termsDiffer = (a: ServiceTerms, b: ServiceTerms): boolean =>
  (Object.keys(a) as (keyof ServiceTerms)[]).some((term) => a[term] !== b[term])

/**
 * What a provider's list changes in the shop's services; services that stay the same are left out. A service that has
 * another type at the provider, maybe one that the shop doesn't have, can't be fulfilled as it is sold, so it counts as
 * gone. It goes off sale even if frozen: the provider would bill a package for an order of some units.
 */
export function effectsOnServices(
  linked: readonly LinkedService[],
  { services: listed, otherTypes }: ProviderList,
  exchangeRate: ExchangeRate,
): ServiceEffect[] {
  const others = new Set(otherTypes)
  const now = new Map(listed.map((service) => [service.remoteId, service]))
  return linked.flatMap((service) => {
    const listedNow = now.get(service.remoteId)
    const isOther = others.has(service.remoteId) || (listedNow !== undefined && listedNow.type !== service.type)
    const found = isOther ? undefined : listedNow
    const before = termsOf(service)
    const after = found
      ? termsFromList(service, found, exchangeRate)
      : service.rule === 'FREEZE' && !isOther
        ? before
        : withSaleSwitched(before, false)
    const effect = {
      serviceId: service.id,
      remoteId: service.remoteId,
      rule: service.rule,
      gone: !found,
      before,
      after,
    }
    return termsDiffer(before, after) ? [effect] : []
  })
}
