import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { worker } from '#lib/audit/actor.ts'
import { dropCached } from '#lib/core/cache.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import type { CallDocumentation, CallExample } from '../call-documentation.ts'
import {
  EXAMPLE_COMMENT_SERVICE,
  EXAMPLE_CURSOR,
  EXAMPLE_GONE_SERVICE,
  EXAMPLE_ORDER,
  EXAMPLE_SERVICE,
} from '../example-values.ts'

/** A test shop that gives the responses shown in the documentation's examples. */
export type ExampleShop = {
  memberId: number
  apiKey: string
  /** Prepares the shop for this example. Tests send the examples in the documented sequence. */
  prepareFor(documentation: CallDocumentation, example: CallExample): Promise<void>
}

/** Id of a new shop's first order. */
const FIRST_ORDER = 10_001

const insertCatalogSql = `
  WITH platform AS (
    INSERT INTO platforms (id, text, background_color) VALUES (1, '인스타그램', '#d6249f'), (2, '유튜브', '#ff0000') RETURNING id
  ), category AS (
    INSERT INTO categories (id, platform_id, text)
    SELECT id, id, CASE id WHEN 1 THEN '팔로워' ELSE '댓글' END FROM platform RETURNING id
  )
  INSERT INTO services (id, category_id, text, unit_price, min, max, is_read_only, enable_auto, type)
  SELECT s.id, category.id, s.text, s.price, s.min, s.max, s.is_read_only, s.enable_auto, s.type
  FROM category JOIN (VALUES
    (${EXAMPLE_SERVICE}, 1, '인스타그램 한국인 팔로워', 9800000, 10, 30000, false, true, 'Default'),
    (${EXAMPLE_COMMENT_SERVICE}, 2, '유튜브 한국어 댓글', 13250000, 1, 500, false, false, 'Custom Comments'),
    (2, 1, '인스타그램 인플루언서 팔로워', 32000000, 10, 500, true, false, 'Default')
  ) AS s (id, category_id, text, price, min, max, is_read_only, enable_auto, type) ON s.category_id = category.id`

const insertGoneServiceSql = `INSERT INTO services (id, category_id, text, unit_price, min, max, withdrawn_at)
  VALUES (${EXAMPLE_GONE_SERVICE}, 1, '내린 상품', 100000, 1, 10, now())`

/**
 * Sets when services changed: the two services in the example of changed services at EXAMPLE_CURSOR, the others a day
 * before.
 */
const setChangeDatesSql = `
  WITH clock AS (
    UPDATE cache_versions SET changed_at = '${EXAMPLE_CURSOR}' WHERE name = 'catalog'
  )
  UPDATE service_changes SET changed_at = CASE
    WHEN service_id IN (${EXAMPLE_COMMENT_SERVICE}, ${EXAMPLE_GONE_SERVICE}) THEN timestamptz '${EXAMPLE_CURSOR}'
    ELSE timestamptz '${EXAMPLE_CURSOR}' - interval '1 day' END`

/** Transitions the order of the examples to the state that the status examples show. */
async function advanceOrder(): Promise<void> {
  const [order] = await db().rows<{ status: number }>('SELECT status FROM orders WHERE id = $1', [EXAMPLE_ORDER])
  if (order?.status !== orderStatus.PENDING) return
  const step = { orderId: EXAMPLE_ORDER, status: orderStatus.INPROGRESS, remains: 40, startCount: 1_200, reason: '' }
  await transitionOrder(db(), worker, step)
}

/** Fills an empty shop with the data that the examples need, and a member with an API key and 1,000,000 points. */
export async function makeExampleShop(): Promise<ExampleShop> {
  for (const statement of [insertCatalogSql, insertGoneServiceSql, setChangeDatesSql]) await db().rows(statement)
  // The rows were inserted with explicit ids: advance the sequences past them.
  for (const table of ['platforms', 'categories', 'services'])
    await db().rows(`SELECT nextval('${table}_id_seq') FROM generate_series(1, 10)`)
  dropCached('catalog')
  await db().rows("SELECT nextval('shop_order_id_seq') FROM generate_series(1, $1::int)", [EXAMPLE_ORDER - FIRST_ORDER])
  const member = await makeMember({ points: 1_000_000 })
  const apiKey = await issueApiKey(db(), member.id)
  const prepareFor: ExampleShop['prepareFor'] = async (_, { params, body }) => {
    const isPlacing = body !== undefined && !/"(status|cancel|refill)"/.test(JSON.stringify(body))
    if (params !== undefined || !isPlacing) await advanceOrder()
  }
  return { memberId: member.id, apiKey, prepareFor }
}
