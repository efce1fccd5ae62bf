import type { z } from 'zod'
import { sha256 } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { exchangeRateMissing, unknownProvider } from '../errors.ts'
import { marginFromPercent } from '../import/import-services.ts'
import type { ListedService } from '../import/read-row.ts'
import { listedServiceColumns, storedPricingOf } from '../import/stored-services.ts'
import { type TakeOverGroup, takeOverGroups } from '../labels.ts'
import { type PlannedService, planTakeOver, type ShopCatalog } from './plan-take-over.ts'
import type { TakeOverInput, takeOverPreview } from './schema.ts'

const listedServices = (db: Db, providerId: number): Promise<ListedService[]> =>
  db.rows(
    `SELECT ${listedServiceColumns} FROM provider_services WHERE provider_id = $1 AND NOT gone
     ORDER BY length(remote_id), remote_id`,
    [providerId],
  )

async function shopCatalog(db: Db, providerId: number): Promise<ShopCatalog> {
  const platforms = await db.rows<{ id: number; text: string }>(
    'SELECT id, text FROM platforms WHERE removed_at IS NULL ORDER BY position, id',
  )
  const categories = await db.rows<{ id: number; text: string; platformId: number }>(
    'SELECT id, text, platform_id FROM categories WHERE removed_at IS NULL ORDER BY position, id',
  )
  const sold = await db.rows<{ remoteId: string | null }>(
    `SELECT provider_service_id AS remote_id FROM services WHERE provider_id = $1 AND withdrawn_at IS NULL`,
    [providerId],
  )
  return { platforms, categories, sold: new Set(sold.flatMap(({ remoteId }) => remoteId ?? [])) }
}

/**
 * Digest of the category and price of each service that would be added. If it differs from the digest of the preview,
 * the plan has changed since staff saw it.
 */
function digestOf(services: readonly PlannedService[]): string {
  const lines = services
    .filter(({ group }) => group === 'NEW')
    .map(({ listed, category, unitPrice }) => [listed.remoteId, category.platformId, category.id, unitPrice].join(' '))
  return sha256(lines.join('\n')).toString('hex')
}

/**
 * Plans the take-over of a provider's list as of its last import, on the terms that staff entered (`input`).
 * @throws NOT_FOUND; CONFLICT the exchange rate isn't known
 */
export async function planTakeOverFromLastImport(db: Db, providerId: number, input: TakeOverInput) {
  const prices = await storedPricingOf(db, providerId)
  if (!prices) throw unknownProvider()
  const enteredRate = input.exchangeRate == null ? null : unitPriceFromNumber(input.exchangeRate)
  const exchangeRate = enteredRate ?? prices.exchangeRate
  if (exchangeRate === null) throw exchangeRateMissing()
  const listed = await listedServices(db, providerId)
  const shop = await shopCatalog(db, providerId)
  const terms = {
    exchangeRate,
    margin: marginFromPercent(input.margin),
    step: unitPriceFromNumber(input.step) ?? 1n,
    platforms: new Map(input.platforms.map(({ category, platform }) => [category, platform])),
  }
  const plan = planTakeOver(listed, shop, terms)
  return { ...plan, terms, digest: digestOf(plan.services) }
}

const MAX_SERVICES_SHOWN = 200

const toShownService = ({ listed, category, group, unitCost, unitPrice }: PlannedService) => ({
  remoteId: listed.remoteId,
  name: listed.name,
  category: category.category,
  group,
  cost: unitPriceToNumber(unitCost),
  point: unitPriceToNumber(unitPrice),
})

/**
 * Sorts the services of a preview: first those that would be added, then the others, each by falling price. A wrong
 * price in a provider's list is usually far too high.
 */
const newAndExpensiveFirst = (a: PlannedService, b: PlannedService): number =>
  Number(b.group === 'NEW') - Number(a.group === 'NEW') ||
  Number(b.unitPrice > a.unitPrice) - Number(b.unitPrice < a.unitPrice)

/**
 * Previews taking over a provider's list, without writing anything.
 * @throws the errors of `planTakeOverFromLastImport`
 */
export async function previewTakeOver(
  db: Db,
  { providerId, ...input }: TakeOverInput & { providerId: number },
): Promise<z.input<typeof takeOverPreview>> {
  const { categories, services, digest } = await planTakeOverFromLastImport(db, providerId, input)
  const groups = Object.fromEntries(takeOverGroups.map((group) => [group, 0])) as Record<TakeOverGroup, number>
  for (const { group } of services) groups[group] += 1
  return {
    digest,
    counts: { listed: services.length, groups },
    categories: categories.map(({ id, ...category }) => ({ ...category, isNew: id === null })),
    services: services.toSorted(newAndExpensiveFirst).slice(0, MAX_SERVICES_SHOWN).map(toShownService),
  }
}
