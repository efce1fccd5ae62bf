import { catalog } from '#lib/catalog/queries.ts'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { cacheResult } from '#lib/core/cache.ts'
import type { Db } from '#lib/core/db.ts'
import { apiBaseUrl } from '../queries.ts'
import { EXAMPLE_AMOUNT, EXAMPLE_COMMENT_SERVICE, EXAMPLE_SERVICE } from './example-values.ts'
import type { PageContext, ShopService } from './page.ts'

type ListedService = ShopService & { type: ServiceTypeName; isReadOnly: boolean }

/**
 * The first service of the type Default that can be ordered. Prefers one that allows the examples' quantity and has a
 * minimum above 1, because an example shows the refusal of a smaller quantity.
 */
function firstOrderableService(services: readonly ListedService[]): ShopService | undefined {
  const orderable = services.filter((each) => each.type === 'Default' && !each.isReadOnly)
  const { id, min, max } =
    orderable.find((each) => each.min > 1 && each.min <= EXAMPLE_AMOUNT && each.max >= EXAMPLE_AMOUNT) ??
    orderable[0] ??
    {}
  return id === undefined || min === undefined || max === undefined ? undefined : { id, min, max }
}

/**
 * The orderable service of the type Custom Comments that takes the fewest comments, because the examples write each
 * comment out.
 */
function commentService(services: readonly ListedService[]): ShopService | undefined {
  const [first] = services
    .filter((each) => each.type === 'Custom Comments' && !each.isReadOnly)
    .toSorted((a, b) => a.min - b.min)
  return first && { id: first.id, min: first.min, max: first.max }
}

/** Services of the shop that replace the services in the examples, by the id that the example has. */
const exampleServices = (db: Db): Promise<ReadonlyMap<number, ShopService>> =>
  cacheResult('catalog', 'example-services', async () => {
    const { services } = await catalog(db)
    const pairs: [number, ShopService | undefined][] = [
      [EXAMPLE_SERVICE, firstOrderableService(services)],
      [EXAMPLE_COMMENT_SERVICE, commentService(services)],
    ]
    return new Map(pairs.filter((pair): pair is [number, ShopService] => pair[1] !== undefined))
  })

/** Reads the values of this shop that appear on pages. */
export const pageContext = async (db: Db): Promise<PageContext> => ({
  baseUrl: apiBaseUrl(),
  services: await exampleServices(db),
})
