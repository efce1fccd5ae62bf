import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, isViolationOf, oneRow } from '#lib/core/db.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { nothingToTakeOver, takeOverOutdated, takeOverUnderWay, tooManyCategories, unknownProvider } from '../errors.ts'
import { cleanName } from '../import/clean-text.ts'
import type { PlannedCategory, PlannedService } from './plan-take-over.ts'
import { planTakeOverFromLastImport } from './preview-take-over.ts'
import type { TakeOverInput, TakeOverProgress } from './schema.ts'

/** Maximum number of categories that one take-over may create; a list that needs more is probably hostile. */
const MAX_NEW_CATEGORIES = 500

/**
 * Creates the planned categories that the shop doesn't have yet. They are sorted after the other categories of their
 * platforms. Returns the shop's id of each planned category, new or not.
 * @throws BAD_INPUT the shop lacks more than 500 of the categories (MAX_NEW_CATEGORIES)
 */
async function makeCategories(
  tx: Db,
  categories: readonly PlannedCategory[],
): Promise<ReadonlyMap<PlannedCategory, number>> {
  const missing = categories.filter(({ id }) => id === null)
  if (missing.length > MAX_NEW_CATEGORIES) throw tooManyCategories()
  const newCategories = await tx.rows<{ id: number; ordinal: number }>(
    `WITH wanted AS (
       SELECT nextval('categories_id_seq')::int AS id, w.platform_id, w.text, w.ordinal::int FROM unnest($1::int[], $2::text[])
         WITH ORDINALITY AS w (platform_id, text, ordinal)
     ), added AS (
       INSERT INTO categories (id, platform_id, text, position)
       SELECT w.id, w.platform_id, w.text,
         coalesce((SELECT max(c.position) FROM categories c WHERE c.platform_id = w.platform_id), -1) + w.ordinal FROM wanted w
     )
     SELECT id, ordinal FROM wanted`,
    [missing.map(({ platformId }) => platformId), missing.map(({ text }) => text)],
  )
  const newIds = new Map(newCategories.map(({ id, ordinal }) => [missing[ordinal - 1], id]))
  return new Map(categories.map((category) => [category, category.id ?? newIds.get(category) ?? 0]))
}

async function insertTakeOver(tx: Db, actor: StaffActor, providerId: number, values: readonly unknown[]) {
  try {
    return await oneRow<{ id: number }>(
      tx,
      'INSERT INTO take_overs (provider_id, actor_id, rule, margin, step) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [providerId, actor.memberId, ...values],
    )
  } catch (error) {
    throw isViolationOf(error, 'take_overs_open_key') ? takeOverUnderWay() : error
  }
}

async function insertItems(
  tx: Db,
  takeOverId: number,
  services: readonly PlannedService[],
  categoryIds: ReadonlyMap<PlannedCategory, number>,
): Promise<void> {
  const items = services.map(({ listed, category, unitPrice, unitCost }) => ({
    remoteId: listed.remoteId,
    categoryId: categoryIds.get(category) ?? 0,
    text: cleanName(listed.name),
    type: listed.type,
    unitPrice: String(unitPrice),
    unitCost: String(unitCost),
    min: listed.min,
    max: listed.max,
  }))
  await tx.rows(
    `INSERT INTO take_over_items (take_over_id, position, remote_id, category_id, text, type, unit_price, unit_cost, min, max)
     SELECT $1, r.at, r."remoteId", r."categoryId", r.text, r.type, r."unitPrice", r."unitCost", r.min, r.max
     FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS ("remoteId" text, "categoryId" int, text text, type text, "unitPrice" bigint,
       "unitCost" bigint, min int, max int)) WITH ORDINALITY AS r ("remoteId", "categoryId", text, type, "unitPrice", "unitCost", min,
       max, at)`,
    [takeOverId, JSON.stringify(items)],
  )
}

/**
 * Maps each planned category to the first one with the same name on the same platform, which is used for all of them.
 */
function mergeSameNamed(categories: readonly PlannedCategory[]): Map<PlannedCategory, PlannedCategory> {
  const first = new Map<string, PlannedCategory>()
  return new Map(
    categories.map((category) => {
      const key = `${category.platformId} ${category.text.normalize('NFKC').toLowerCase()}`
      if (!first.has(key)) first.set(key, category)
      return [category, first.get(key) ?? category]
    }),
  )
}

/**
 * Starts a take-over of a provider's list, as staff previewed it. Stores the provider's exchange rate and mark-up,
 * creates missing categories, and stores the services to be added. `continueTakeOver` adds them later.
 * @throws NOT_FOUND there is no such provider; CONFLICT another take-over is under way, the plan has changed since the
 * preview, there is nothing to add, or the exchange rate isn't known; BAD_INPUT too many new categories
 */
export function startTakeOver(
  db: Database,
  actor: StaffActor,
  { providerId, digest, ...input }: TakeOverInput & { providerId: number; digest: string },
): Promise<TakeOverProgress> {
  return db.transaction(async (tx) => {
    const [provider] = await tx.rows('SELECT FROM providers WHERE id = $1 FOR UPDATE', [providerId])
    if (!provider) throw unknownProvider()
    const plan = await planTakeOverFromLastImport(tx, providerId, input)
    if (plan.digest !== digest) throw takeOverOutdated()
    const services = plan.services.filter(({ group }) => group === 'NEW')
    if (services.length === 0) throw nothingToTakeOver()
    const { margin, step, exchangeRate } = plan.terms
    await tx.rows(
      `INSERT INTO provider_price_lists (provider_id, exchange_rate, margin) VALUES ($1, $2, $3)
       ON CONFLICT (provider_id) DO UPDATE SET exchange_rate = excluded.exchange_rate, margin = excluded.margin`,
      [providerId, exchangeRate, margin],
    )
    const { id } = await insertTakeOver(tx, actor, providerId, [input.rule, margin, step])
    const merged = mergeSameNamed([...new Set(services.map(({ category }) => category))])
    const idsOfMerged = await makeCategories(tx, [...new Set(merged.values())])
    const categoryIds = new Map([...merged].map(([category, same]) => [category, idsOfMerged.get(same) ?? 0]))
    await insertItems(tx, id, services, categoryIds)
    await recordAudit(tx, actor, {
      action: 'provider.take-over',
      subjectType: 'provider',
      subjectId: providerId,
      after: {
        services: services.length,
        categories: new Set(categoryIds.values()).size,
        exchangeRate: unitPriceToNumber(exchangeRate),
        margin: input.margin,
        step: input.step,
        rule: input.rule,
      },
    })
    return { total: services.length, added: 0, left: services.length }
  })
}
