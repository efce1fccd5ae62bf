import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { placeOrders } from './place-orders.ts'
import { priceOrders } from './price-orders.ts'
import { bulkRequest } from './testing/bulk-orders.ts'

afterEach(() => expectBooksBalance())

const countOf = async (table: string, memberId: number) =>
  (await oneRow<{ count: number }>(db(), `SELECT count(*)::int FROM ${table} WHERE member_id = $1`, [memberId])).count

const entriesOf = (memberId: number) =>
  db().rows(
    "SELECT kind, delta, balance_after, ref_type FROM point_entries WHERE member_id = $1 AND kind <> 'ADJUSTMENT'",
    [memberId],
  )

test('the orders of a call are placed with one debit and one row of the ledger', async () => {
  const member = await makeMember({ points: 1_000 })
  const [dear, cheap] = [await makeService({ price: 100 }), await makeService({ price: 3.33333 })]
  const rows = [
    { serviceId: dear, amount: 2 },
    { serviceId: cheap, amount: 3, link: 'instagram.com/a?igsh=1' },
    { serviceId: cheap },
  ]
  const outcome = await placeOrders(db(), bulkRequest({ memberId: member.id, rows }))
  expect(outcome).toMatchObject({ placed: 3, total: 3, point: 213.34 })
  expect(outcome.results.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(await entriesOf(member.id)).toEqual([
    { kind: 'BULK_ORDER', delta: -21_334n, balanceAfter: 78_666n, refType: 'bulk-order' },
  ])
  const orders = await db().rows(
    `SELECT o.service_id, o.link, o.clean_link, o.amount, o.remains, o.price, o.source, o.status,
       (SELECT json_agg(json_build_array(from_status, to_status, actor, remains)) FROM order_events WHERE order_id = o.id) AS events
     FROM orders o WHERE member_id = $1 ORDER BY array_position($2, id)`,
    [member.id, outcome.results.map((row) => 'orderId' in row && row.orderId)],
  )
  const common = { source: 'API', status: 0 }
  const events = (remains: number) => [[null, 0, `member:${member.id}`, remains]]
  const link = 'https://www.instagram.com/some.body/'
  const plain = { link, cleanLink: 'https://www.instagram.com/some.body' }
  expect(orders).toEqual([
    {
      ...common,
      serviceId: dear,
      ...plain,
      cleanLink: expect.any(String),
      amount: 2,
      remains: 2,
      price: 20_000n,
      events: events(2),
    },
    {
      ...common,
      serviceId: cheap,
      link: 'instagram.com/a?igsh=1',
      cleanLink: 'https://instagram.com/a',
      amount: 3,
      remains: 3,
      price: 1_000n,
      events: events(3),
    },
    {
      ...common,
      serviceId: cheap,
      link,
      cleanLink: expect.any(String),
      amount: 1,
      remains: 1,
      price: 334n,
      events: events(1),
    },
  ])
})

test('a row for which the balance no longer suffices takes nothing, and those after it are still placed', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService()
  const rows = [60, 50, 40, 1].map((amount) => ({ serviceId, amount }))
  const { results, ...counts } = await placeOrders(db(), bulkRequest({ memberId: member.id, rows }))
  expect(counts).toEqual({ placed: 2, total: 4, point: 100 })
  const refused = { code: 'INSUFFICIENT_POINTS', message: '포인트가 부족합니다.' }
  expect(results).toMatchObject([
    { orderId: expect.any(Number) },
    { index: 1, ...refused },
    { index: 2 },
    { index: 3, ...refused },
  ])
  expect(await balanceOf(db(), member.id)).toBe(0n)
})

test('each row that breaks a rule is refused with the sentence of a single order, the others are placed', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService({ min: 2, max: 10 })
  const closed = await makeService({ isReadOnly: true })
  const poll = await makeService({ type: 'Poll' })
  const rows = [
    { serviceId: 0 },
    { serviceId, link: '' },
    { serviceId: 999_999 },
    { serviceId: closed },
    { serviceId, amount: 1 },
    { serviceId, amount: 11 },
    { serviceId, amount: -5 },
    { serviceId: poll },
    { serviceId, amount: 2, runs: 3, interval: 60 },
    null,
    { serviceId, amount: 2 },
  ]
  const { results, placed } = await placeOrders(db(), bulkRequest({ memberId: member.id, rows }))
  expect(placed).toBe(1)
  expect(results.map((row) => ('code' in row ? [row.index, row.code, row.message] : [row.index]))).toEqual([
    [0, 'BAD_INPUT', '서비스를 선택해 주세요.'],
    [1, 'BAD_INPUT', '주문 링크를 입력해주세요.'],
    [2, 'NOT_FOUND', '존재하지 않는 상품입니다.'],
    [3, 'CONFLICT', '주문불가 상품입니다.'],
    [4, 'BAD_INPUT', '주문 수량이 최소수량보다 적습니다.'],
    [5, 'BAD_INPUT', '주문 수량이 최대수량보다 많습니다.'],
    [6, 'BAD_INPUT', '주문 수량이 최소수량보다 적습니다.'],
    [7, 'BAD_INPUT', '투표할 답 번호를 입력해 주세요.'],
    [8, 'CONFLICT', '대량주문으로는 자동주문을 할 수 없어요. 주문 화면에서 주문해 주세요.'],
    [9, 'BAD_INPUT', '주문에 실패했습니다.'],
    [10],
  ])
})

test('with atomic nothing is placed if one row is refused, and all that has to be corrected is told', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService()
  const rows = [{ serviceId, amount: 60 }, { serviceId, amount: 60 }, { serviceId: 0 }]
  const whole = await placeOrders(db(), bulkRequest({ memberId: member.id, rows, atomic: true, key: 'one' }))
  expect(whole).toMatchObject({ placed: 0, total: 3, point: 0, results: [{ index: 1 }, { index: 2 }] })
  const short = bulkRequest({ memberId: member.id, rows: rows.slice(0, 2), atomic: true, key: 'one' })
  expect(await placeOrders(db(), short)).toMatchObject({ placed: 0, results: [{ index: 1 }] })
  expect(await countOf('orders', member.id)).toBe(0)
  expect(await countOf('idempotency_keys', member.id)).toBe(0)
  expect(await entriesOf(member.id)).toEqual([])
  const fits = bulkRequest({ memberId: member.id, rows: rows.slice(0, 1), atomic: true })
  expect(await placeOrders(db(), fits)).toMatchObject({ placed: 1 })
})

test('ten replays of one key at once place the orders once, and get one answer with its refusals', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService()
  const rows = [{ serviceId, amount: 60 }, { serviceId: 0 }, { serviceId, amount: 60 }, { serviceId, amount: 40 }]
  const request = bulkRequest({ memberId: member.id, rows, key: 'one' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => placeOrders(db(), request)))
  for (const answer of answers) expect(JSON.stringify(answer)).toBe(JSON.stringify(answers[0]))
  expect(answers[0]).toMatchObject({ placed: 2, total: 4, point: 100 })
  expect(await countOf('orders', member.id)).toBe(2)
  await db().rows('UPDATE services SET is_read_only = true WHERE id = $1', [serviceId])
  expect(JSON.stringify(await placeOrders(db(), request))).toBe(JSON.stringify(answers[0]))
  const other = bulkRequest({ memberId: member.id, rows: rows.slice(1), key: 'one' })
  await expect(placeOrders(db(), other)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('of two calls at once with a balance for one, one is placed', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService()
  const request = () =>
    bulkRequest({
      memberId: member.id,
      rows: [
        { serviceId, amount: 50 },
        { serviceId, amount: 50 },
      ],
      atomic: true,
    })
  const both = await Promise.all([placeOrders(db(), request()), placeOrders({ ...db() }, request())])
  expect(both.map(({ placed }) => placed).toSorted()).toEqual([0, 2])
  expect(await balanceOf(db(), member.id)).toBe(0n)
})

test('a dry run prices and refuses as the call would, and writes nothing', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService()
  const rows = [{ serviceId, amount: 60 }, { serviceId: 0 }, { serviceId, amount: 60 }, { serviceId, amount: 40 }]
  const request = bulkRequest({ memberId: member.id, rows })
  const priced = await priceOrders(db(), request)
  const { results } = await placeOrders(db(), request)
  expect(priced.map((row) => ('error' in row ? row.error.message : row.price))).toEqual([
    6_000n,
    '서비스를 선택해 주세요.',
    '포인트가 부족합니다.',
    4_000n,
  ])
  expect(results.map((row) => ('code' in row ? row.message : 'placed'))).toEqual([
    'placed',
    '서비스를 선택해 주세요.',
    '포인트가 부족합니다.',
    'placed',
  ])
  expect(await countOf('orders', member.id)).toBe(2)
})
