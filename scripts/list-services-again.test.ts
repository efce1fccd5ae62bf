import { expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import { db } from '#lib/core/db.ts'
import { pricedCatalog } from '#lib/prices/queries.ts'
import { serviceChangesSnapshot } from '#lib/reseller/queries.ts'
import { resellerServiceChanges } from '#lib/reseller/schema.ts'
import { listServicesAgain } from './list-services-again.ts'

test('after a restore a reseller’s cursor of a lost change lists every service that the shop has', async () => {
  const [sold, withdrawn] = [await makeService(), await makeService()]
  await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [withdrawn])
  dropCached('catalog')
  const { cursor } = await pricedCatalog(db())
  const lostCursor = new Date(Date.parse(cursor) + 1).toISOString().replace('Z', '000Z')
  await new Promise((later) => setTimeout(later, 10))
  await listServicesAgain(db())
  dropCached('catalog')
  const { plain } = await serviceChangesSnapshot(db(), 1, lostCursor)
  const { changed, gone } = resellerServiceChanges.parse(JSON.parse(plain.toString()))
  expect(changed.map(({ id }) => id)).toContain(sold)
  expect(gone).toContain(withdrawn)
})
