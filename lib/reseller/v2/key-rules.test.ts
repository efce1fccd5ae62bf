import { afterEach, expect, test } from 'vitest'
import { setDailyCap } from '#lib/api-keys/daily-cap.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { send } from '#lib/web/testing/caller.ts'
import { apiV2ByQueryCall } from './calls.ts'
import { addOrder, makeReseller, type Reseller } from './testing/client.ts'

afterEach(() => expectBooksBalance())

const restrictKey = (reseller: Reseller, column: 'scopes' | 'addresses', values: string[]) =>
  db().rows(`UPDATE api_keys SET ${column} = $2 WHERE member_id = $1`, [reseller.id, values])

const incorrectOrder = { error: 'Incorrect order ID' }

test('a key that only reads neither orders, cancels nor refills, whatever the method', async () => {
  const reseller = await makeReseller()
  const service = await makeService()
  const order = await addOrder(reseller, { service })
  await restrictKey(reseller, 'scopes', ['read'])
  const refused = { error: 'API key may not order' }
  const asks: Record<string, string | number>[] = [
    { action: 'add', service, link: 'x', quantity: 1 },
    { action: 'cancel', order },
    { action: 'refill', order },
    { action: 'speed_up', order },
    { order },
  ]
  for (const asked of asks) {
    expect(await reseller.ask(asked)).toEqual(refused)
    const search = new URLSearchParams(Object.entries({ ...asked, key: reseller.key }).map(([a, b]) => [a, String(b)]))
    expect((await send(apiV2ByQueryCall, { search: search.toString() })).json).toEqual(refused)
  }
  expect(await reseller.ask({ action: 'status', order })).toMatchObject({ status: 'Pending' })
})

test('a key that only orders reads nothing', async () => {
  const reseller = await makeReseller()
  await restrictKey(reseller, 'scopes', ['order'])
  for (const action of ['services', 'balance', 'status', 'refill_status'])
    expect(await reseller.ask({ action })).toEqual({ error: 'API key may not read' })
  expect(await reseller.ask({ action: 'cancel', order: 1 })).toEqual(incorrectOrder)
})

test('a key of other addresses, and a frozen one, are told so', async () => {
  const reseller = await makeReseller()
  await restrictKey(reseller, 'addresses', ['203.0.113.0/24'])
  expect(await reseller.ask({ action: 'balance' })).toEqual({ error: 'IP address is not allowed for this API key' })
  await db().rows('UPDATE api_keys SET frozen_at = now() WHERE member_id = $1', [reseller.id])
  expect(await reseller.ask({ action: 'balance' })).toEqual({ error: 'API key is frozen' })
})

test('orders and auto orders count in the daily cap of the key', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ enableAuto: true })
  const { id } = await oneRow<{ id: number }>(db(), 'SELECT id FROM api_keys WHERE member_id = $1', [reseller.id])
  await setDailyCap(db(), id, 10)
  await addOrder(reseller, { service, quantity: 4 })
  await addOrder(reseller, { service, quantity: 2, runs: 3, interval: 60 })
  expect(await reseller.ask({ action: 'add', service, link: 'x', quantity: 1 })).toEqual({
    error: 'Daily limit of this API key is reached',
  })
})
