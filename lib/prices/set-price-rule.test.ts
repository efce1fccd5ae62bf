import { afterEach, expect, test } from 'vitest'
import { someStaff, staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { placeOrders } from '#lib/orders/bulk/place-orders.ts'
import { bulkRequest } from '#lib/orders/bulk/testing/bulk-orders.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { resellerServicesCall } from '#lib/reseller/calls.ts'
import { makeReseller } from '#lib/reseller/v2/testing/client.ts'
import { send } from '#lib/web/testing/caller.ts'
import { memberCountsByGroup } from './queries/list-groups.ts'
import { priceRulesForStaff } from './queries/list-rules.ts'
import { pricedServiceFor } from './queries.ts'
import { priceRuleInput } from './schema.ts'
import { setMemberPriceGroup } from './set-member-price-group.ts'
import { removePriceRule, setPriceRule } from './set-price-rule.ts'
import { makePriceGroup, makePriceRule, putIntoPriceGroup } from './testing/prices.ts'

afterEach(() => expectBooksBalance())

const owner = { ...someStaff, role: 'OWNER' } as const
const set = (rule: object, actor: typeof someStaff = someStaff) => setPriceRule(db(), actor, priceRuleInput.parse(rule))
const priceFor = async (memberId: number, id: number) =>
  Number((await pricedServiceFor(db(), { id, memberId }, { fresh: true }))?.unitPrice) / 100_000

async function makeCostlyService(cost: number): Promise<number> {
  const id = await makeService({ price: 100, enableAuto: true })
  await db().rows('UPDATE services SET unit_cost = $2 WHERE id = $1', [id, cost * 100_000])
  return id
}

test('a member’s discount counts from his next order on, in each way of ordering, and no other member’s price changes', async () => {
  const [{ id: memberId }, other] = [await makeMember({ points: 10_000 }), await makeMember({ points: 10_000 })]
  const serviceId = await makeCostlyService(50)
  // The caches still have the former prices, which the statement that places an order must refuse.
  const place = async () => {
    const one = await placeOrder(db(), orderRequest({ memberId, serviceId, amount: 2 }))
    const auto = await placeAutoOrder(db(), orderRequest({ memberId, serviceId, amount: 1, runs: 2, interval: 60 }))
    const bulk = await placeOrders(db(), bulkRequest({ memberId, rows: [{ serviceId, amount: 2 }] }))
    return [one.point, auto.point, bulk.point]
  }
  expect(await place()).toEqual([200, 200, 200])
  const { id } = await set({ memberNo: memberId, serviceId, percent: 12.5 })
  expect(await place()).toEqual([175, 175, 175])
  await set({ memberNo: memberId, serviceId, point: 60.5 })
  expect(await place()).toEqual([121, 121, 121])
  expect((await placeOrder(db(), orderRequest({ memberId: other.id, serviceId }))).point).toBe(100)
  await removePriceRule(db(), someStaff, { id })
  expect(await place()).toEqual([200, 200, 200])
})

test('while prices change all the time, every order is at a price that its rules had', async () => {
  const { id: memberId } = await makeMember({ points: 1_000_000 })
  const serviceId = await makeCostlyService(1)
  const group = await makePriceGroup(5)
  let changing = true
  const change = async () => {
    for (let at = 0; changing; at++) {
      if (at % 3 === 0) await setMemberPriceGroup(db(), someStaff, { memberId, groupId: at % 2 === 0 ? group : null })
      else await set({ memberNo: memberId, serviceId, percent: at % 2 === 0 ? 10 : 20 })
    }
  }
  const changes = change()
  const placed = await Promise.allSettled(
    Array.from({ length: 60 }, () => placeOrder(db(), orderRequest({ memberId, serviceId }))),
  )
  changing = false
  await changes
  const prices = placed.flatMap((each) => (each.status === 'fulfilled' ? [each.value.point] : []))
  expect(prices.length).toBeGreaterThan(0)
  for (const price of prices) expect([100, 95, 90, 80]).toContain(price)
  const wrong = await db().rows(
    'SELECT FROM orders WHERE member_id = $1 AND price <> (unit_price * amount + 999) / 1000',
    [memberId],
  )
  expect(wrong).toEqual([])
})

test('GET /services?since tells a member of new prices of his, and another of none', async () => {
  const [mine, other] = [await makeReseller(), await makeReseller()]
  const serviceId = await makeService({ price: 100 })
  const since = async (key: string, cursor: string) =>
    JSON.parse(
      (await send(resellerServicesCall, { headers: { 'api-key': key }, search: `?since=${cursor}` })).body.toString(),
    )
  const [{ cursor }] = [await since(mine.key, '1970-01-01T00:00:00Z')]
  const group = await makePriceGroup(10)
  await putIntoPriceGroup(mine.id, group)
  const changed = await since(mine.key, cursor)
  expect(changed.changed.find(({ id }: { id: number }) => id === serviceId).point).toBe(90)
  expect((await since(other.key, cursor)).changed).toEqual([])
  expect((await since(mine.key, changed.cursor)).changed).toEqual([])
  await db().rows('UPDATE price_groups SET percent = 2000 WHERE id = $1', [group])
  await expect
    .poll(
      async () =>
        (await since(mine.key, changed.cursor)).changed.find(({ id }: { id: number }) => id === serviceId)?.point,
    )
    .toBe(80)
})

test('staff read how many members a group has, those who left it not among them', async () => {
  const [group, empty] = [await makePriceGroup(5), await makePriceGroup(5)]
  const [stays, leaves] = [await makeMember(), await makeMember()]
  for (const { id: memberId } of [stays, leaves])
    await setMemberPriceGroup(db(), someStaff, { memberId, groupId: group })
  expect((await memberCountsByGroup(db()))[group]).toBe(2)
  await setMemberPriceGroup(db(), someStaff, { memberId: leaves.id, groupId: null })
  const members = await memberCountsByGroup(db())
  expect([members[group], members[empty]]).toEqual([1, undefined])
})

test('a MANAGER’s discount ends at the cost; below it only an OWNER may go, with a reason', async () => {
  const { id: memberId } = await makeMember()
  const serviceId = await makeCostlyService(70)
  const rule = { memberNo: memberId, serviceId }
  await set({ ...rule, percent: 50 })
  expect(await priceFor(memberId, serviceId)).toBe(70)
  await expect(set({ ...rule, point: 69.99999 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(set({ ...rule, percent: 50, belowCost: true, reason: '행사' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(set({ ...rule, percent: 50, belowCost: true }, owner)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await set({ ...rule, percent: 50, belowCost: true, reason: '행사' }, owner)
  expect(await priceFor(memberId, serviceId)).toBe(50)
  await set({ ...rule, point: 70 })
  expect(await priceFor(memberId, serviceId)).toBe(70)
  await db().rows('UPDATE services SET unit_cost = 8500000 WHERE id = $1', [serviceId])
  expect(await priceFor(memberId, serviceId)).toBe(85)
})

test('a provider’s cost that isn’t known leaves no room for a discount; staff’s own work does', async () => {
  const { id: memberId } = await makeMember()
  const serviceId = await makeService({ price: 100 })
  await set({ memberNo: memberId, percent: 30 })
  expect(await priceFor(memberId, serviceId)).toBe(70)
  const [provider] = await db().rows<{ id: number }>(
    "INSERT INTO providers (name, api_url, encrypted_key) VALUES ('x', 'https://x.example', ''::bytea) RETURNING id",
  )
  await db().rows('UPDATE services SET provider_id = $2 WHERE id = $1', [serviceId, provider?.id])
  expect(await priceFor(memberId, serviceId)).toBe(100)
})

test('a rule that a colleague has set, changed or removed meanwhile isn’t replaced', async () => {
  const { id: memberNo } = await makeMember()
  const groupId = await makePriceGroup()
  const serviceId = await makeService({ price: 100 })
  const none = { percent: null, point: null, belowCost: false }
  for (const owned of [{ memberNo }, { groupId }]) {
    const scope = { ...owned, serviceId }
    const change = (percent: number, seen: object | null) => set({ ...scope, percent, seen })
    const { id } = await change(10, none)
    await expect(change(20, none)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.',
    })
    await set({ ...scope, point: 95 })
    await expect(change(20, { ...none, percent: 10 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await change(20, { ...none, point: 95 })).toMatchObject({ percent: 20, point: null })
    // Without `seen`, a rule is replaced whatever it is.
    expect(await change(30, null)).toMatchObject({ percent: 30 })
    await removePriceRule(db(), someStaff, { id })
    await expect(change(40, { ...none, percent: 30 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await change(40, none)).toMatchObject({ percent: 40 })
  }
})

test('of two who set the same new rule at once, one is refused', async () => {
  const groupId = await makePriceGroup()
  const serviceId = await makeService({ price: 100 })
  const seen = { percent: null, point: null, belowCost: false }
  for (const owned of [{ memberNo: (await makeMember()).id }, { groupId }]) {
    const both = await Promise.allSettled([10, 20].map((percent) => set({ ...owned, serviceId, percent, seen })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test('a member whom a colleague has put into another group meanwhile isn’t moved', async () => {
  const { id: memberId } = await makeMember()
  const [first, second] = [await makePriceGroup(5), await makePriceGroup(10)]
  const move = (groupId: number | null, seen?: { groupId: number | null }) =>
    setMemberPriceGroup(db(), someStaff, { memberId, groupId, seen })
  await move(first, { groupId: null })
  await expect(move(second, { groupId: null })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.',
  })
  await move(second, { groupId: first })
  await expect(move(null, { groupId: first })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await move(second, { groupId: first })).toEqual({ memberNo: memberId, groupId: second })
  expect(await move(null)).toEqual({ memberNo: memberId, groupId: null })
})

test('each change leaves an audit row with what was before and after', async () => {
  const member = await makeMember()
  const actor = staffOf(await makeMember({ role: 'MANAGER' }))
  const serviceId = await makeService({ price: 100 })
  const groupId = await makePriceGroup()
  await set({ memberNo: member.id, serviceId, percent: 5, reason: '단골' }, actor)
  const { id } = await set({ memberNo: member.id, serviceId, percent: 6 }, actor)
  await removePriceRule(db(), actor, { id })
  await setMemberPriceGroup(db(), actor, { memberId: member.id, groupId })
  const rows = await db().rows(
    `SELECT action, before ->> 'percent' AS before, after ->> 'percent' AS after, reason FROM audit_entries
     WHERE subject_type = 'member' AND subject_id = $1 ORDER BY id`,
    [String(member.id)],
  )
  expect(rows).toEqual([
    { action: 'price-rule.set', before: null, after: '5', reason: '단골' },
    { action: 'price-rule.set', before: '5', after: '6', reason: null },
    { action: 'price-rule.remove', before: '6', after: null, reason: null },
    { action: 'member.price-group', before: null, after: null, reason: null },
  ])
})

test('a rule that is for nobody, for two, for nothing to sell, or no discount is refused, field by field', async () => {
  const { id: memberNo } = await makeMember()
  const groupId = await makePriceGroup()
  const serviceId = await makeService()
  const bad: [object, string][] = [
    [{ serviceId, percent: 1 }, 'memberNo'],
    [{ groupId, memberNo, serviceId, percent: 1 }, 'memberNo'],
    [{ memberNo, serviceId, categoryId: 1, percent: 1 }, 'serviceId'],
    [{ groupId, percent: 1 }, 'serviceId'],
    [{ memberNo, serviceId }, 'percent'],
    [{ memberNo, serviceId, percent: 1, point: 1 }, 'percent'],
    [{ memberNo, serviceId, percent: 90.01 }, 'percent'],
    [{ memberNo, serviceId, percent: -1 }, 'percent'],
    [{ memberNo, serviceId, percent: 1.234 }, 'percent'],
    [{ memberNo, point: 1 }, 'point'],
    [{ memberNo, serviceId, point: 0 }, 'point'],
    [{ memberNo, serviceId, point: 0.000001 }, 'point'],
  ]
  for (const [rule, path] of bad)
    await expect(set(rule), JSON.stringify(rule)).rejects.toMatchObject({ code: 'BAD_INPUT', issues: [{ path }] })
  const unknown = [
    { memberNo: 999_999, percent: 1 },
    { groupId: 999_999, serviceId, percent: 1 },
    { memberNo, serviceId: 999_999, percent: 1 },
  ]
  for (const rule of unknown) await expect(set(rule)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('staff read the rules of one group or member, newest first', async () => {
  const { id: memberId } = await makeMember()
  const groupId = await makePriceGroup()
  const serviceId = await makeService()
  await makePriceRule({ groupId, serviceId, percent: 1_250 })
  await makePriceRule({ memberId, serviceId, unitPrice: 150_000n })
  const ofGroup = await priceRulesForStaff(db(), { group: groupId, size: 10 })
  expect(ofGroup).toMatchObject({ total: 1, rows: [{ groupId, percent: 12.5, point: null, text: '한국인 팔로워' }] })
  const ofMember = await priceRulesForStaff(db(), { member: memberId, size: 10 })
  expect(ofMember).toMatchObject({ total: 1, rows: [{ memberNo: memberId, percent: null, point: 1.5 }] })
})
