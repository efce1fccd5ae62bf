import type { Catalog, Category, Platform, Service } from '#lib/catalog/queries.ts'

/** Ids in the query string of the order screen, not yet validated. */
export interface RequestedIds {
  readonly platform?: unknown
  readonly category?: unknown
  readonly service?: unknown
}

/**
 * Selection of the order screen, with the categories of its platform and the services of its category; null where the
 * shop has none.
 */
export interface CatalogSelection {
  readonly platform: Platform | null
  readonly category: Category | null
  readonly service: Service | null
  readonly categories: readonly Category[]
  readonly services: readonly Service[]
}

const findById = <T extends { id: number }>(rows: readonly T[], id: unknown): T | undefined =>
  rows.find((row) => String(row.id) === id)

/**
 * Resolves the ids of an address. A service determines its category, and a category its platform; a missing id means
 * the first of its list (docs/product.md#order-screen). Ids that aren't on sale count as missing.
 */
export function selectionOf({ platforms, categories, services }: Catalog, wanted: RequestedIds): CatalogSelection {
  const asked = findById(services, wanted.service)
  const askedCategory = asked ? findById(categories, String(asked.categoryId)) : findById(categories, wanted.category)
  const platform =
    findById(platforms, askedCategory ? String(askedCategory.platformId) : wanted.platform) ?? platforms[0] ?? null
  const ofPlatform = categories.filter((each) => each.platformId === platform?.id)
  const category = askedCategory ?? ofPlatform[0] ?? null
  const ofCategory = services.filter((each) => each.categoryId === category?.id)
  return { platform, category, service: asked ?? ofCategory[0] ?? null, categories: ofPlatform, services: ofCategory }
}
