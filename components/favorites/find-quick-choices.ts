import type { Catalog, Service } from '#lib/catalog/queries.ts'
import type { Product } from '../catalog/product.ts'
import type { QuickChoice } from './quick-choices.tsx'

/**
 * The services with these ids, in the order of `ids`, each with the names of its platform and category. Skips ids that
 * aren't in the catalogue.
 */
export function findQuickChoices(
  ids: readonly number[],
  { platforms, categories, byId }: Catalog,
  toProduct: (service: Service) => Product,
): QuickChoice[] {
  const nameOf = (rows: readonly { id: number; text: string }[], id: number) =>
    rows.find((row) => row.id === id)?.text ?? ''
  return ids.flatMap((id) => {
    const service = byId.get(id)
    if (!service) return []
    const [platform, category] = [nameOf(platforms, service.platformId), nameOf(categories, service.categoryId)]
    return [{ product: toProduct(service), platform, category }]
  })
}
