import type { Catalog, Category, Platform, Service } from '#lib/catalog/queries.ts'

/** Ids of platform, category and service in the query string of the order screen, not yet validated. */
export interface RequestedIds {
  readonly platform?: unknown
  readonly category?: unknown
  readonly service?: unknown
}

/**
 * Selection of the order screen, with the categories of the selected platform and the services of the selected
 * category. Platform, category and service are null where the shop has none. Category and service are also null if
 * `gone` is set.
 */
export interface CatalogSelection {
  readonly platform: Platform | null
  readonly category: Category | null
  readonly service: Service | null
  readonly categories: readonly Category[]
  readonly services: readonly Service[]
  /** Set if the URL names a service or category that isn't listed. Nothing else is selected in its place. */
  readonly gone: 'SERVICE' | 'CATEGORY' | null
}

const findById = <T extends { id: number }>(rows: readonly T[], id: unknown): T | undefined =>
  rows.find((row) => String(row.id) === id)

const isNamed = (id: unknown): boolean => id !== undefined && id !== ''

/**
 * Resolves the ids in the URL of the order screen. A service determines its category, and a category its platform.
 * Without an id the first of the list is selected (docs/product.md#order-screen). If the URL names a service or
 * category that isn't listed, only a platform is selected.
 *
 * - A category without any orderable service is hidden. If the URL names it, the first category of its platform is
 *   selected.
 * - A platform with only hidden categories is selected only if the URL names the platform or one of its categories,
 *   or if every platform has only hidden categories.
 * - A service that can't be ordered now is still shown, in its category, if the URL names it.
 */
export function resolveSelection(
  { platforms, categories, services }: Catalog,
  requested: RequestedIds,
): CatalogSelection {
  const requestedService = findById(services, requested.service)
  const orderableCategoryIds = new Set(
    services.filter(({ isReadOnly }) => !isReadOnly).map(({ categoryId }) => categoryId),
  )
  const shownCategories = categories.filter(
    ({ id }) => orderableCategoryIds.has(id) || id === requestedService?.categoryId,
  )
  const requestedCategory = requestedService
    ? findById(shownCategories, String(requestedService.categoryId))
    : findById(shownCategories, requested.category)
  const requestedPlatformId = requestedCategory?.platformId ?? findById(categories, requested.category)?.platformId
  const shownPlatformIds = new Set(shownCategories.map(({ platformId }) => platformId))
  const platform =
    findById(platforms, requestedPlatformId === undefined ? requested.platform : String(requestedPlatformId)) ??
    platforms.find(({ id }) => shownPlatformIds.has(id)) ??
    platforms[0] ??
    null
  const categoriesOfPlatform = shownCategories.filter((each) => each.platformId === platform?.id)
  const gone = goneOf({ categories, services }, requested)
  const category = gone ? null : (requestedCategory ?? categoriesOfPlatform[0] ?? null)
  const servicesOfCategory = services.filter((each) => each.categoryId === category?.id)
  const service = requestedService ?? servicesOfCategory[0] ?? null
  return { platform, category, service, categories: categoriesOfPlatform, services: servicesOfCategory, gone }
}

function goneOf(
  { categories, services }: Pick<Catalog, 'categories' | 'services'>,
  { service, category }: RequestedIds,
): CatalogSelection['gone'] {
  if (isNamed(service)) return findById(services, service) ? null : 'SERVICE'
  return isNamed(category) && !findById(categories, category) ? 'CATEGORY' : null
}
