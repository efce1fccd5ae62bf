import { afterEach, describe, expect, test } from 'vitest'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { worker } from '#lib/audit/actor.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Database, db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { previewTransitionsCall, transitionManyCall } from './calls.ts'
import { orderStatus } from './labels.ts'
import type { BatchPreview, BatchTransitionResult } from './staff-schema.ts'
import { makeOrder } from './testing/orders.ts'
import { transitionMany } from './transition-many.ts'
import { transitionOrder } from './transition-order.ts'

afterEach(() => expectBooksBalance())

const { PENDING, INPROGRESS, COMPLETED, CANCELED, PARTIAL } = orderStatus
const manager = () => signedIn({ role: 'MANAGER' })

/** Creates an order with this status and price in points. */
async function makeOrderIn(status: number, price = 1_000, memberId?: number): Promise<number> {
  const owner = memberId ?? (await makeMember({ points: price })).id
  const id = await makeOrder({ memberId: owner, serviceId: await makeService({ price: price / 1_000 }), amount: 1_000 })
  const move = (to: number, remains: number | null) =>
    transitionOrder(db(), worker, { orderId: id, status: to as never, remains, startCount: null, reason: '' })
  if (status === CANCELED) await move(CANCELED, null)
  else if (status !== PENDING) await move(INPROGRESS, null)
  if (status === COMPLETED) await move(COMPLETED, 0)
  if (status === PARTIAL) await move(PARTIAL, 400)
  return id
}

const preview = async ({ headers }: SignedIn, ids: number[], status: number) =>
  ((await send(previewTransitionsCall, { headers, body: { ids, status } })).json as BatchPreview).rows

let keys = 0
const newKey = () => `batch-${++keys}`

async function move({ headers }: SignedIn, orders: object[], status: number, key: string | null = newKey()) {
  const asked = {
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    body: { orders, status, reason: '요청' },
  }
  const { json, status: answered } = await send(transitionManyCall, asked)
  return { status: answered, rows: json.rows as BatchTransitionResult[], message: json.message }
}

const statusesOf = async (ids: number[]) => {
  const rows = await db().rows<{ id: number; status: number }>('SELECT id, status FROM orders WHERE id = ANY ($1)', [
    ids,
  ])
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

const auditCountOf = async (ids: number[]) =>
  (
    await db().rows(
      "SELECT FROM audit_entries WHERE action = 'order.transition' AND subject_type = 'order' AND subject_id = ANY ($1)",
      [ids.map(String)],
    )
  ).length

test('the preview says of each order what it would do, and what is done is that, each with its own audit row', async () => {
  const staff = await manager()
  const ids = []
  for (const status of [PENDING, INPROGRESS, PARTIAL, COMPLETED, CANCELED]) ids.push(await makeOrderIn(status))
  const rows = await preview(staff, [...ids, 999_999_999], CANCELED)
  expect(rows.map(({ from, refund, needsReason, refusal }) => [from, refund, needsReason, refusal])).toEqual([
    [PENDING, 1_000, false, null],
    [INPROGRESS, 1_000, false, null],
    [PARTIAL, 600, true, null],
    [COMPLETED, 1_000, true, null],
    [CANCELED, 0, false, '지금 상태에서는 바꿀 수 없어요.'],
    [null, 0, false, expect.any(String)],
  ])
  expect(await statusesOf(ids)).toEqual([PENDING, INPROGRESS, PARTIAL, COMPLETED, CANCELED])
  const made = await move(
    staff,
    rows.flatMap(({ id, from }) => (from === null ? [] : [{ id, from }])),
    CANCELED,
  )
  expect(made.rows.map(({ result, refund }) => [result, refund])).toEqual([
    ['MOVED', 1_000],
    ['MOVED', 1_000],
    ['MOVED', 600],
    ['MOVED', 1_000],
    ['REFUSED', 0],
  ])
  expect(await auditCountOf(ids)).toBe(4)
})

test('an order that has moved since its preview is refused and stops none of the others', async () => {
  const staff = await manager()
  const [one, two] = [await makeOrderIn(INPROGRESS), await makeOrderIn(INPROGRESS)]
  const orders = (await preview(staff, [one, two], CANCELED)).map(({ id, from }) => ({ id, from }))
  const done = { orderId: one, status: COMPLETED, remains: 0, startCount: null, reason: '' } as const
  await transitionOrder(db(), worker, done)
  const { rows } = await move(staff, orders, CANCELED)
  expect(rows.map(({ result, message }) => [result, message])).toEqual([
    ['REFUSED', '미리보기 뒤에 상태가 바뀐 주문이에요. 다시 확인해 주세요.'],
    ['MOVED', null],
  ])
  expect(await statusesOf([one, two])).toEqual([COMPLETED, CANCELED])
})

test('repeated with its key, at once or after half of it was done, a batch pays once and answers the same', async () => {
  const staff = await manager()
  const { id: memberId } = await makeMember({ points: 3_000 })
  const ids = []
  for (let each = 0; each < 3; each++) ids.push(await makeOrderIn(INPROGRESS, 1_000, memberId))
  const orders = ids.map((id) => ({ id, from: INPROGRESS }))
  const key = newKey()
  const answers = await Promise.all([1, 2, 3].map(() => move(staff, orders, CANCELED, key)))
  for (const { rows } of answers) expect(rows).toEqual(answers[0]?.rows)
  expect(answers[0]?.rows.map(({ result, refund }) => [result, refund])).toEqual(Array(3).fill(['MOVED', 1_000]))
  expect([await balanceOf(db(), memberId), await auditCountOf(ids)]).toEqual([300_000n, 3])
  const other = await move(staff, orders.slice(1), CANCELED, key)
  expect([other.status, other.message]).toEqual([409, '같은 Idempotency-Key로 다른 요청을 보냈어요.'])
})

test('the same order twice in a batch, a status that needs a quantity, and SUPPORT are refused', async () => {
  const staff = await manager()
  const id = await makeOrderIn(PENDING)
  const twice = [1, 2].map(() => ({ id, from: PENDING }))
  expect((await move(staff, twice, INPROGRESS)).status).toBe(400)
  expect((await move(staff, [{ id, from: PENDING }], PARTIAL)).status).toBe(400)
  expect((await move(await signedIn({ role: 'SUPPORT' }), [{ id, from: PENDING }], INPROGRESS)).status).toBe(403)
  expect(await statusesOf([id])).toEqual([PENDING])
})

describe('a dishonest MANAGER cuts a large refund into many small ones', () => {
  test('together above APPROVAL_LIMIT each of them waits, also when the batch is sent again', async () => {
    await saveSettings({ APPROVAL_LIMIT: 10_000, DAILY_LIMIT: 0 })
    const staff = await manager()
    const ids = []
    for (let each = 0; each < 4; each++) ids.push(await makeOrderIn(COMPLETED, 3_000))
    const rows = await preview(staff, ids, CANCELED)
    expect(rows.map(({ waits }) => waits)).toEqual([true, true, true, true])
    const orders = ids.map((id) => ({ id, from: COMPLETED }))
    const key = newKey()
    expect((await move(staff, orders, CANCELED, key)).rows.map(({ result }) => result)).toEqual(
      Array(4).fill('WAITING'),
    )
    expect((await move(staff, orders, CANCELED, key)).rows.map(({ result }) => result)).toEqual(
      Array(4).fill('WAITING'),
    )
    expect(await statusesOf(ids)).toEqual(Array(4).fill(COMPLETED))
    expect((await preview(staff, ids, CANCELED)).map(({ refusal }) => refusal)).toEqual(
      Array(4).fill('이미 다른 운영자의 확인을 기다리고 있어요.'),
    )
  })

  test('of a batch that a crash cut off the rest waits too, although it is below the limit alone', async () => {
    const ids = []
    for (let each = 0; each < 4; each++) ids.push(await makeOrderIn(COMPLETED, 3_000))
    const batch = {
      orders: ids.map((id) => ({ id, from: COMPLETED })),
      status: CANCELED,
      reason: '요청',
      limits: approvalLimitsOf({ APPROVAL_LIMIT: 10_000, DAILY_LIMIT: 0 }),
      idempotency: { key: newKey(), bodyHash: Buffer.from('batch') },
    }
    const staff = staffOf(await makeMember({ role: 'MANAGER' }))
    // The first transaction stores the key, the second and third handle an order each.
    let transactions = 0
    const dying: Database = {
      ...db(),
      transaction: (run) => (++transactions > 3 ? Promise.reject(new Error('killed')) : db().transaction(run)),
    }
    await expect(transitionMany(dying, staff, batch)).rejects.toThrow('killed')
    const results = await transitionMany(db(), staff, batch)
    expect(results.map(({ result }) => result)).toEqual(Array(4).fill('WAITING'))
    expect(await statusesOf(ids)).toEqual(Array(4).fill(COMPLETED))
  })

  test('beyond DAILY_LIMIT the rest waits; orders that were never sent count for nothing', async () => {
    await saveSettings({ APPROVAL_LIMIT: 0, DAILY_LIMIT: 5_000 })
    const staff = await manager()
    const ids = [await makeOrderIn(PENDING, 9_000)]
    for (let each = 0; each < 3; each++) ids.push(await makeOrderIn(COMPLETED, 2_000))
    const rows = await preview(staff, ids, CANCELED)
    expect(rows.map(({ waits }) => waits)).toEqual([false, false, false, true])
    const made = await move(
      staff,
      rows.map(({ id, from }) => ({ id, from })),
      CANCELED,
    )
    expect(made.rows.map(({ result }) => result)).toEqual(['MOVED', 'MOVED', 'MOVED', 'WAITING'])
    await saveSettings({ APPROVAL_LIMIT: 1_000_000, DAILY_LIMIT: 5_000_000 })
  })

  test('an order of his own among them is refused, in the preview and in fact, and the others move', async () => {
    const staff = await signedIn({ role: 'MANAGER', points: 10 })
    const other = await makeOrderIn(INPROGRESS)
    const own = await makeOrder({ memberId: staff.id, serviceId: await makeService(), amount: 1 })
    const rows = await preview(staff, [own, other], CANCELED)
    expect(rows.map(({ refusal }) => refusal)).toEqual([expect.stringContaining('본인 계정'), null])
    const made = await move(
      staff,
      rows.map(({ id, from }) => ({ id, from })),
      CANCELED,
    )
    expect(made.rows.map(({ result }) => result)).toEqual(['REFUSED', 'MOVED'])
  })
})
