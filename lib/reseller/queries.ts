import type { Service } from '#lib/catalog/queries.ts'
import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Snapshot } from '#lib/core/snapshot.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { type PricedCatalog, type PriceTerms, pricedCatalog, withPriceTerms } from '#lib/prices/queries.ts'
import type { ResellerChanges, ResellerService } from './schema.ts'
import { storedListSnapshot } from './stored-snapshots.ts'

const toRow = ({ id, min, max, text, unitPrice, isReadOnly, type }: Service): ResellerService => ({
  id,
  min,
  max,
  text,
  point: unitPriceToNumber(unitPrice),
  isReadOnly,
  ...(type !== 'Default' && { type }),
})

/** Response of GET /services: all services at the member's own prices. */
export async function serviceListSnapshot(db: Db, memberId: number): Promise<Snapshot> {
  const priced = await pricedCatalog(db)
  const terms = priced.termsOf(memberId)
  return storedListSnapshot(priced, `services ${terms.name}`, () =>
    priced.catalog.services.map((service) => toRow(withPriceTerms(service, terms))),
  )
}

/** The latest `count` changes of the catalogue, in the format of the response of GET /services with `since`. */
function changesOf(
  { catalog: { changes, byId }, cursor }: PricedCatalog,
  terms: PriceTerms,
  count: number,
): ResellerChanges {
  const ids = changes.slice(0, count).map(({ id }) => id)
  return {
    cursor,
    changed: ids.flatMap((id) => byId.get(id) ?? []).map((service) => toRow(withPriceTerms(service, terms))),
    gone: ids.filter((id) => !byId.has(id)),
  }
}

/**
 * Response of GET /services with `since`: the services that changed after this time. If the member's prices changed
 * after this time, the response contains all services that were ever listed (docs/contract.md#public-api). Times are
 * compared as texts. Two values of `since` with no change between them share one stored response.
 */
export async function serviceChangesSnapshot(db: Db, memberId: number, since: string): Promise<Snapshot> {
  const priced = await pricedCatalog(db)
  const terms = priced.termsOf(memberId)
  const { changes } = priced.catalog
  const firstSeenIndex = terms.changedAt > since ? -1 : changes.findIndex((change) => change.at <= since)
  const count = firstSeenIndex < 0 ? changes.length : firstSeenIndex
  return storedListSnapshot(priced, `changes ${terms.name} ${count}`, () => changesOf(priced, terms, count))
}

/** Base URL of the public API, without a trailing slash. */
export const apiBaseUrl = (): string => env().PUBLIC_URL
