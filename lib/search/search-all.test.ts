import { expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { roles } from '#lib/members/schema.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { registry } from '#lib/web/registry.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { adminSearchCall } from './calls.ts'
import { lowestRoleByKind, MAX_FOUND_PER_KIND, mayFindKind, readSearchTerms } from './rules.ts'
import { type FoundItems, foundItems } from './schema.ts'
import { searchAll } from './search-all.ts'

const search = (q: string) => searchAll(db(), 'SUPPORT', q)
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test('a member is found by number, id, e-mail, telephone, and by the name on a charge, which is shown', async () => {
  const { id } = await makeMember({ loginId: 'search_kim', email: 'search.kim@example.com', phone: '01077665544' })
  await makeCharge({ memberId: id, name: '(주) 찾는상회', point: 7_654_321 })
  for (const q of [String(id), 'search_k', 'SEARCH_KIM', 'search.kim@', '010-7766', '01077665544']) {
    const { members } = await search(q)
    expect(members.map(({ memberNo }) => memberNo)).toContain(id)
  }
  const byName = (await search('주찾는상')).members
  expect(byName.map(({ memberNo, depositor }) => [memberNo, depositor])).toEqual([[id, '(주) 찾는상회']])
  for (const q of ['arch_kim', '%', '_', '5544']) {
    const { members } = await search(q)
    expect(members.map(({ memberNo }) => memberNo)).not.toContain(id)
  }
})

test('a member whose suspension has ended is found without one', async () => {
  const suspend = (loginId: string, restrictedUntil: Date) =>
    makeMember({ loginId, restriction: 'SUSPENDED', restrictedUntil })
  await suspend('search_paused', new Date(Date.now() + 60_000))
  await suspend('search_over', new Date(Date.now() - 60_000))
  expect((await search('search_paused')).members).toMatchObject([{ restriction: 'SUSPENDED' }])
  expect((await search('search_over')).members).toMatchObject([{ restriction: 'NORMAL' }])
})

test('an order is found by its number, by its link as typed, cleaned or as a handle, and by the provider’s number', async () => {
  const { id: memberId } = await makeMember({ points: 100_000 })
  const serviceId = await makeService()
  const link = 'https://www.instagram.com/found.by.link/?igsh=abc'
  const first = await makeOrder({ memberId, serviceId, link })
  const second = await makeOrder({ memberId, serviceId, link: 'https://www.instagram.com/found.by.link/' })
  for (const q of [link, 'instagram.com/found.by.link', '@found.by.link', 'https://www.instagram.com/found.by.link'])
    expect(idsOf((await search(q)).orders)).toEqual(expect.arrayContaining([second]))
  expect(idsOf((await search(link)).orders)).toEqual([second, first])
  expect(idsOf((await search(String(first))).orders)).toContain(first)
  const providerId = await makeProvider({ url: 'https://provider.example/api', key: 'k' })
  await db().rows(
    `INSERT INTO provider_attempts (order_id, provider_id, outcome, provider_order_id) VALUES ($1, $2, 'SENT', 'up-4711')`,
    [first, providerId],
  )
  expect(idsOf((await search('up-4711')).orders)).toEqual([first])
})

test('charges and deposits are found by number, name and amount, a deposit also by the bank’s number', async () => {
  const { id: memberId } = await makeMember()
  const charge = await makeCharge({ memberId, name: '금액이름', point: 8_123_456 })
  const deposit = await makeDeposit({ name: '입금만한이', amount: 8_123_457, externalId: 'bank-search-1' })
  for (const q of [String(charge), '금액이름', '금액 이', '8,123,456원'])
    expect(idsOf((await search(q)).charges)).toContain(charge)
  for (const q of [String(deposit), '입금만', '8123457', 'bank-search-1'])
    expect(idsOf((await search(q)).deposits)).toContain(deposit)
  const [row] = (await search('bank-search-1')).deposits
  expect(row).toMatchObject({ name: '입금만한이', amount: 8_123_457 })
})

test('of a name with many deposits or charges the newest are found, also by its beginning', async () => {
  const { id: memberId } = await makeMember()
  const [deposits, charges]: [number[], number[]] = [[], []]
  for (let at = 0; at < MAX_FOUND_PER_KIND + 2; at++) {
    deposits.push(await makeDeposit({ name: '단골손님', amount: 1_000 + at }))
    charges.push(await makeCharge({ memberId, name: '단골손님', point: 1_000 + at }))
  }
  const newest = (ids: readonly number[]) => ids.toReversed().slice(0, MAX_FOUND_PER_KIND)
  for (const q of ['단골손님', '단골']) {
    const found = await search(q)
    expect({ deposits: idsOf(found.deposits), charges: idsOf(found.charges) }, q).toEqual({
      deposits: newest(deposits),
      charges: newest(charges),
    })
  }
})

test('a member is found by a depositor name beside another one with many charges by it', async () => {
  const [{ id: many }, { id: one }] = [await makeMember(), await makeMember()]
  for (let at = 0; at < MAX_FOUND_PER_KIND + 2; at++)
    await makeCharge({ memberId: many, name: '동명이인', point: 2_000 + at })
  await makeCharge({ memberId: one, name: '동명이인', point: 3_000 })
  const { members } = await search('동명이인')
  expect(members.map(({ memberNo }) => memberNo).toSorted()).toEqual([many, one].toSorted())
})

test('a service is found by number and by a part of its name, at most a few of each kind at once', async () => {
  const ids = []
  for (let at = 0; at < MAX_FOUND_PER_KIND + 2; at++) ids.push(await makeService())
  const [last = 0] = ids.slice(-1)
  expect((await search(String(last))).services[0]).toMatchObject({ id: last, text: '한국인 팔로워' })
  expect((await search('국인 팔')).services).toHaveLength(MAX_FOUND_PER_KIND)
})

test('nothing is looked up for an empty text, and no text breaks a look-up', async () => {
  const nothing: FoundItems = { members: [], orders: [], charges: [], deposits: [], services: [] }
  expect(await search('   ')).toEqual(nothing)
  expect(readSearchTerms(' ')).toBeNull()
  for (const q of ['99999999999', '%_\\', "'; --", '🙂', '-1', '0', 'https://', '()']) foundItems.parse(await search(q))
})

test('a role that may not read a list finds nothing of it', () => {
  for (const [kind, least] of Object.entries(lowestRoleByKind)) {
    const list = registry.find(({ method, path }) => method === 'GET' && path === `/api/admin/${kind}`)
    expect([kind, least]).toEqual([kind, list?.access])
    for (const role of roles)
      expect(mayFindKind(kind as keyof FoundItems, role)).toBe(roles.indexOf(role) >= roles.indexOf(least as 'SUPPORT'))
  }
})

test('a member who isn’t staff finds nothing', async () => {
  const member = await signedIn({ role: 'MEMBER' })
  const answer = await send(adminSearchCall, { path: '/api/admin/search', search: '?q=a', headers: member.headers })
  expect(answer.status).toBe(403)
})
