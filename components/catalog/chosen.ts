import type { Catalog, Category, Platform, Service } from '#lib/catalog/queries.ts'

/** What an address of the order screen asks for, as its query has it. */
export interface Wanted {
  readonly platform?: unknown
  readonly category?: unknown
  readonly service?: unknown
}

/** What is on the order screen: one of each kind, and what stands beside it. */
export interface Chosen {
  readonly platform: Platform | null
  readonly category: Category | null
  readonly service: Service | null
  readonly categories: readonly Category[]
  readonly services: readonly Service[]
}

const byId = <T extends { id: number }>(rows: readonly T[], id: unknown): T | undefined =>
  rows.find((row) => String(row.id) === id)

/**
 * The choice that an address makes: a service decides its category, a category its platform, and what nobody chose is
 * the first there is (docs/product.md#order-screen). What isn't on sale counts as not chosen.
 */
export function chosenOf({ platforms, categories, services }: Catalog, wanted: Wanted): Chosen {
  const asked = byId(services, wanted.service)
  const askedCategory = asked ? byId(categories, String(asked.categoryId)) : byId(categories, wanted.category)
  const platform =
    byId(platforms, askedCategory ? String(askedCategory.platformId) : wanted.platform) ?? platforms[0] ?? null
  const ofPlatform = categories.filter((each) => each.platformId === platform?.id)
  const category = askedCategory ?? ofPlatform[0] ?? null
  const ofCategory = services.filter((each) => each.categoryId === category?.id)
  return { platform, category, service: asked ?? ofCategory[0] ?? null, categories: ofPlatform, services: ofCategory }
}
