import { expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { isOrderable, isOrderableSql } from './orderable.ts'
import { serviceById } from './queries.ts'
import { makeService } from './testing/services.ts'

async function isOrderableInCode(id: number): Promise<boolean> {
  const service = await serviceById(db(), id, { fresh: true })
  return service !== null && isOrderable(service, (await settings(db())).ENABLE_SERVICE_CHECK)
}

const isOrderableInSql = async (id: number) =>
  (await oneRow<{ orderable: boolean }>(db(), `SELECT ${isOrderableSql('$1')} AS orderable`, [id])).orderable

test('TypeScript and SQL agree on which services can be ordered', async () => {
  const [open, readOnly, withdrawn, hidden] = [
    await makeService(),
    await makeService({ isReadOnly: true }),
    await makeService(),
    await makeService({ platformId: 14 }),
  ]
  await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [withdrawn])
  await db().rows('UPDATE platforms SET visible = false WHERE id = 14')
  const all = [open, readOnly, withdrawn, hidden]
  const answers = (of: (id: number) => Promise<boolean>) => Promise.all(all.map(of))
  expect([await answers(isOrderableInCode), await answers(isOrderableInSql)]).toEqual(
    Array(2).fill([true, false, false, false]),
  )
  await saveSettings({ ENABLE_SERVICE_CHECK: true })
  expect([await answers(isOrderableInCode), await answers(isOrderableInSql)]).toEqual(
    Array(2).fill([false, false, false, false]),
  )
})
