import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { detailParameters, type OrderDetailName } from '#lib/catalog/detail-fields.ts'
import { readDetails } from '#lib/catalog/order-details.ts'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { ordersByType, quantityByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { readAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { addOrder, makeReseller } from './testing/client.ts'

afterEach(() => expectBooksBalance())

const storedOrder = (id: number) =>
  oneRow(db(), 'SELECT member_id, service_id, link, amount, price, source FROM orders WHERE id = $1', [id])

const countOrders = async (memberId: number) =>
  (await oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM orders WHERE member_id = $1', [memberId])).count

test('add places an order at the price of the service and answers its number', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ price: 0.12345 })
  const answer = await reseller.ask({ action: 'add', service, link: ' https://example.com/가?a=1&b=2 ', quantity: 100 })
  expect(answer).toEqual({ order: expect.any(Number) })
  expect(await storedOrder((answer as { order: number }).order)).toEqual({
    memberId: reseller.id,
    serviceId: service,
    link: 'https://example.com/가?a=1&b=2',
    amount: 100,
    price: 1_235n,
    source: 'API',
  })
  expect(await balanceOf(db(), reseller.id)).toBe(98_765n)
})

test('with runs and interval add places an auto order, answers its number, and debits runs x quantity', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ enableAuto: true })
  const order = await addOrder(reseller, { service, quantity: 10, runs: 3, interval: 60 })
  expect(await readAutoOrder(order)).toMatchObject({ completed: 1, minutesToNext: 60 })
  expect(await balanceOf(db(), reseller.id)).toBe(97_000n)
})

test('runs and interval that are empty, 0, or left out by a JavaScript client place an ordinary order', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ enableAuto: true })
  for (const runs of ['', 0, '0', 'undefined', 'null'])
    expect(await storedOrder(await addOrder(reseller, { service, runs, interval: runs }))).toMatchObject({ amount: 1 })
})

test.each([
  ['Incorrect service ID', { service: '' }],
  ['Incorrect service ID', { service: '0' }],
  ['Incorrect service ID', { service: '-1' }],
  ['Incorrect service ID', { service: '999999999' }],
  ['Incorrect service ID', { service: '99999999999999999999' }],
  ['Incorrect service ID', { service: 'abc' }],
  ['Incorrect service ID', { service: '１' }],
  ['Incorrect service ID', { service: '1.5' }],
  ['Incorrect service ID', { service: '1e3' }],
  ['Incorrect service ID', { service: '0x1' }],
  ['Bad link', { link: '' }],
  ['Bad link', { link: '   ' }],
  ['Bad link', { link: 'undefined' }],
  ['Bad link', { link: '\u200b\u3164' }],
  ['Bad link', { link: 'x'.repeat(2_001) }],
  ['Bad link', { link: 'a\u0000b' }],
  ['Bad link', { link: 'a\nb' }],
  ['Bad link', { link: 'a\ufffdb' }],
  ['Quantity less than minimal 10', { quantity: '9' }],
  ['Quantity less than minimal 10', { quantity: '' }],
  ['Quantity less than minimal 10', { quantity: '0' }],
  ['Quantity less than minimal 10', { quantity: '-100' }],
  ['Quantity more than maximum 50', { quantity: '51' }],
  ['Quantity more than maximum 50', { quantity: '9'.repeat(30) }],
  ['Incorrect quantity', { quantity: '10.5' }],
  ['Incorrect quantity', { quantity: 'ten' }],
  ['Incorrect quantity', { quantity: '２０' }],
  ['Incorrect quantity', { quantity: '1e1' }],
  ['Incorrect quantity', { quantity: '9'.repeat(50) }],
  ['Incorrect runs', { runs: '1', interval: '60' }],
  ['Incorrect runs', { runs: '-2', interval: '60' }],
  ['Incorrect runs', { runs: 'two', interval: '60' }],
  ['Incorrect runs', { runs: '1000001', interval: '60' }],
  ['Incorrect runs', { interval: '60' }],
  ['Incorrect interval', { runs: '2' }],
  ['Incorrect interval', { runs: '2', interval: '59' }],
  ['Incorrect interval', { runs: '2', interval: '60.5' }],
  ['Incorrect interval', { runs: '2', interval: '10000001' }],
  ['Not enough funds on balance', { quantity: '50', runs: '1000000', interval: '60' }],
])('%s: %j', async (error, parameters) => {
  const reseller = await makeReseller()
  const service = await makeService({ min: 10, max: 50, enableAuto: true })
  const good = { action: 'add', service, link: '@some.body', quantity: 10 }
  expect(await reseller.ask({ ...good, ...parameters })).toEqual({ error })
  expect(await countOrders(reseller.id)).toBe(0)
})

test('a whole number may have spaces around it or a zero behind the point', async () => {
  const reseller = await makeReseller()
  const service = await makeService()
  expect(await storedOrder(await addOrder(reseller, { service: ` ${service} `, quantity: '20.0' }))).toMatchObject({
    amount: 20,
  })
})

test('a read-only service, and any while the service check is on, is an incorrect service', async () => {
  const reseller = await makeReseller()
  const closed = await makeService({ isReadOnly: true })
  const open = await makeService()
  const ask = (service: number) => reseller.ask({ action: 'add', service, link: 'x', quantity: 1 })
  expect(await ask(closed)).toEqual({ error: 'Incorrect service ID' })
  await saveSettings({ ENABLE_SERVICE_CHECK: true })
  expect(await ask(open)).toEqual({ error: 'Incorrect service ID' })
  await saveSettings({ ENABLE_SERVICE_CHECK: false })
  expect(await ask(open)).toEqual({ order: expect.any(Number) })
})

test('runs of a service without auto orders are incorrect', async () => {
  const reseller = await makeReseller()
  const service = await makeService()
  const asked = { action: 'add', service, link: 'x', quantity: 1, runs: 2, interval: 60 }
  expect(await reseller.ask(asked)).toEqual({ error: 'Incorrect runs' })
})

test('a detail in another encoding than UTF-8 is refused by its name, and nothing is ordered', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ type: 'Custom Comments', min: 1 })
  const good = { action: 'add', service, link: '@some.body' }
  // Texts as the shop reads them from a form in EUC-KR: bytes that aren't valid UTF-8 become U+FFFD.
  for (const comments of ['\ufffd\ufffd\ufffd', 'fine\n\ufffd', 'fine\r\ngood \ufffd'])
    expect(await reseller.ask({ ...good, comments })).toEqual({ error: 'Incorrect comments' })
  expect(await countOrders(reseller.id)).toBe(0)
})

describe.each(serviceTypeNames)('a service of type %s', (type) => {
  test('is ordered by the parameters that panels name', async () => {
    const reseller = await makeReseller()
    const service = await makeService({ type })
    const { sent, parameters } = ordersByType[type]
    const order = await addOrder(reseller, { service, quantity: '', ...parameters })
    const { amount, details } = await oneRow<{ amount: number; details: unknown }>(
      db(),
      'SELECT amount, details FROM orders WHERE id = $1',
      [order],
    )
    expect({ amount, details }).toEqual({ amount: quantityByType[type], details: readDetails(type, sent).details })
  })

  test('names the first parameter that is missing', async () => {
    const [field] = readDetails(type).rules
    const reseller = await makeReseller()
    const service = await makeService({ type })
    const answer = await reseller.ask({ action: 'add', service, link: 'x', quantity: 1 })
    if (!field) expect(answer).toEqual({ order: expect.any(Number) })
    else expect(answer).toEqual({ error: `Incorrect ${detailParameters[field[0] as OrderDetailName]}` })
  })
})

test('the quantity of a list is that of its lines, also in the refusal', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ type: 'Custom Comments', min: 2, max: 3 })
  const ask = (comments: string) => reseller.ask({ action: 'add', service, link: 'x', comments })
  expect(await ask('one')).toEqual({ error: 'Quantity less than minimal 2' })
  expect(await ask('1\n2\n3\n4')).toEqual({ error: 'Quantity more than maximum 3' })
  expect(await ask('1\r\n2')).toEqual({ order: expect.any(Number) })
})

test('a subscription is held to the limits of one post, and has no link', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ type: 'Subscriptions', min: 10, max: 50 })
  const ask = (min: number, max: number, more: object = {}) =>
    reseller.ask({ action: 'add', service, username: 'some.body', min, max, posts: 3, ...more })
  expect(await ask(9, 20)).toEqual({ error: 'Quantity less than minimal 10' })
  expect(await ask(10, 51)).toEqual({ error: 'Quantity more than maximum 50' })
  expect(await ask(20, 10)).toEqual({ error: 'Incorrect max' })
  expect(await ask(10, 50, { posts: '' })).toEqual({ error: 'Incorrect posts' })
  expect(await ask(10, 50, { expiry: '01/01/2020' })).toEqual({ error: 'Incorrect expiry' })
  expect(await ask(10, 50, { runs: 2, interval: 60 })).toEqual({ error: 'Incorrect runs' })
  const { order } = (await ask(10, 50, { link: '', quantity: '1' })) as { order: number }
  expect(await oneRow(db(), 'SELECT link, clean_link, amount FROM orders WHERE id = $1', [order])).toEqual({
    link: 'some.body',
    cleanLink: 'https://www.instagram.com/some.body/',
    amount: 150,
  })
})

test('runs of a service whose type has no auto orders are incorrect', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ type: 'Poll', enableAuto: true })
  const asked = { action: 'add', service, link: 'x', quantity: 1, answer_number: 1, runs: 2, interval: 60 }
  expect(await reseller.ask(asked)).toEqual({ error: 'Incorrect runs' })
})

test('without an Idempotency-Key the same request twice is two orders', async () => {
  const reseller = await makeReseller()
  const service = await makeService()
  const both = await Promise.all([addOrder(reseller, { service }), addOrder(reseller, { service })])
  expect(new Set(both).size).toBe(2)
})

test('ten replays at once with one Idempotency-Key are one order, also when the balance is spent', async () => {
  const reseller = await makeReseller(1)
  const service = await makeService()
  const asked = { action: 'add', service, link: '@some.body', quantity: 1 }
  const replay = () => reseller.ask(asked, { 'idempotency-key': 'once' })
  const answers = await Promise.all(Array.from({ length: 10 }, replay))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toEqual({ order: expect.any(Number) })
  expect(await countOrders(reseller.id)).toBe(1)
  expect(await reseller.ask({ ...asked, quantity: 2 }, { 'idempotency-key': 'once' })).toEqual({
    error: 'Idempotency-Key was used with another request',
  })
  expect(await reseller.ask(asked, { 'idempotency-key': 'é' })).toEqual({ error: 'Incorrect request' })
})

test('a replay of an auto order answers its number again, whatever the order of its parameters', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ enableAuto: true })
  const headers = { 'idempotency-key': 'auto' }
  const first = await reseller.ask({ action: 'add', service, link: 'x', quantity: 1, runs: 2, interval: 60 }, headers)
  const again = { interval: 60, runs: 2, quantity: 1, link: 'x', service, action: 'add' }
  expect(await reseller.ask(again, headers)).toEqual(first)
})

test('of 40 orders at once on a balance for 7, exactly 7 are placed', async () => {
  const reseller = await makeReseller(7)
  const service = await makeService()
  const asked = { action: 'add', service, link: '@some.body', quantity: 1 }
  const answers = await Promise.all(Array.from({ length: 40 }, () => reseller.ask(asked)))
  const refused = answers.filter((answer) => 'error' in (answer as object))
  expect(refused).toEqual(Array(33).fill({ error: 'Not enough funds on balance' }))
  expect(await countOrders(reseller.id)).toBe(7)
})
