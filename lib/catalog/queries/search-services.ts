import { cacheResult } from '#lib/core/cache.ts'
import type { Db } from '#lib/core/db.ts'
import { catalog } from '../queries.ts'
import { buildSearchIndex, searchInIndex } from '../search-index.ts'

/** The search index of the catalogue, cached as long as the catalogue. */
const searchIndex = (db: Db) => cacheResult('catalog', 'search', async () => buildSearchIndex(await catalog(db)))

/**
 * Searches the catalogue for `q`. Returns the best `maxResults` services with their category and platform, and the
 * number of all matches.
 */
export async function searchServices(db: Db, q: string, maxResults: number) {
  const [index, { platforms, categories }] = await Promise.all([searchIndex(db), catalog(db)])
  const { services, total } = searchInIndex(index, q, maxResults)
  const nameOf = (rows: readonly { id: number; text: string }[], id: number) =>
    rows.find((row) => row.id === id)?.text ?? ''
  const rows = services.map((service) => ({
    service,
    platform: nameOf(platforms, service.platformId),
    category: nameOf(categories, service.categoryId),
  }))
  return { rows, total }
}
