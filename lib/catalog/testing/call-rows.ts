import { db } from '#lib/core/db.ts'
import { callTestRowsOfList, rowInserter } from '#lib/editable-lists/testing/list-call-rows.ts'
import type { CallTestRow, CallTestRows } from '#lib/web/testing/row.ts'
import { previewPrices } from '../change-prices.ts'
import { priceChangeInput } from '../price-change-schema.ts'

const makePlatform = rowInserter("INSERT INTO platforms (text, background_color) VALUES ('새 플랫폼', '#000000')")

async function makeCategory(): Promise<number> {
  const id = await makePlatform()
  return rowInserter(`INSERT INTO categories (platform_id, text) VALUES (${id}, '새 분류')`)()
}

async function makeServiceInCategory(): Promise<number> {
  const id = await makeCategory()
  return rowInserter(`INSERT INTO services (category_id, text, unit_price, min, max) VALUES (${id}, '상품', 1, 1, 9)`)()
}

const categoryBody = async () => ({ platform: await makePlatform(), text: '댓글' })
const serviceBody = async () => ({ categoryId: await makeCategory(), text: '팔로워', point: 3.3, min: 10, max: 1_000 })

async function makeWithdrawnService(): Promise<number> {
  const id = await makeServiceInCategory()
  await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [id])
  return id
}

const moveRow = (id: () => Promise<number>): CallTestRow => ({
  access: 'MANAGER',
  id,
  body: () => ({ direction: 'UP' }),
})

const priceChangeBody = async () => ({
  ids: [await makeServiceInCategory()],
  kind: 'PERCENT',
  value: 50,
  step: 0.1,
  rounding: 'UP',
})

async function previewedChangeBody() {
  const change = priceChangeInput.parse(await priceChangeBody())
  return { ...change, digest: (await previewPrices(db(), change)).digest }
}

const makePriceBatch = rowInserter(
  'INSERT INTO price_batches (actor_id, changed) SELECT id, 0 FROM members ORDER BY id LIMIT 1',
)

export const callTestRows: CallTestRows = {
  'GET /service/platforms': { access: 'public' },
  'GET /service/categorys': { access: 'public' },
  'GET /service/services': { access: 'public' },
  ...callTestRowsOfList('platforms', () => ({ text: '인스타그램', backgroundColor: '#d6249f' }), makePlatform),
  ...callTestRowsOfList('categories', categoryBody, makeCategory),
  ...callTestRowsOfList('services', serviceBody, makeServiceInCategory),
  'GET /api/admin/services': {
    access: 'SUPPORT',
    query: {
      good: 'q=%ED%8C%94&saleState=SALE&platform=1&category=2&provider=0&sort=SHOP&size=200&cursor=9',
      bad: ['size=201', 'size=0', 'cursor=0', 'saleState=GONE', 'platform=x', 'sort=OLD', 'q=%00'],
    },
  },
  'POST /api/admin/services/{id}/restore': { access: 'MANAGER', id: makeWithdrawnService },
  'POST /api/admin/platforms/{id}/move': moveRow(makePlatform),
  'POST /api/admin/categories/{id}/move': moveRow(makeCategory),
  'POST /api/admin/services/{id}/move': moveRow(makeServiceInCategory),
  'POST /api/admin/services/prices/preview': { access: 'MANAGER', body: priceChangeBody },
  'POST /api/admin/services/prices/apply': { access: 'MANAGER', body: previewedChangeBody },
  'GET /api/admin/services/prices': { access: 'SUPPORT' },
  'POST /api/admin/services/prices/{id}/undo': { access: 'MANAGER', id: makePriceBatch },
  'GET /api/admin/services/{id}/prices': { access: 'SUPPORT', id: makeServiceInCategory },
}
