import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { Caller } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { ask } from '#lib/core/testing/call.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makePriceGroup, putIntoPriceGroup } from '#lib/prices/testing/prices.ts'
import { resellerServicesCall } from './calls.ts'
import { serviceListSnapshot } from './queries.ts'
import { resellerServiceList } from './schema.ts'

const caller: Caller = { memberId: 1, loginId: 'reseller', role: 'MEMBER', via: 'api-key', sessionId: null }

test('a reseller gets id, limits, name and price of every service on sale, which ones can’t be ordered, compressed and with an ETag', async () => {
  await db().rows("INSERT INTO platforms (id, text, background_color) VALUES (1, '인스타그램', '#d6249f')")
  await db().rows("INSERT INTO categories (id, platform_id, text) VALUES (1, 1, '좋아요')")
  await db().rows(`INSERT INTO services (id, category_id, text, unit_price, min, max, is_read_only, withdrawn_at) VALUES
    (1, 1, '🇰🇷 좋아요', 330000, 10, 30000, false, NULL), (2, 1, '내린 상품', 1, 1, 10, false, now()),
    (3, 1, '주문불가 상품', 100000, 1, 10, true, NULL)`)
  await vi.waitFor(async () => {
    const answer = await ask(resellerServicesCall, { caller, headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    const rows = resellerServiceList.parse(JSON.parse(gunzipSync(answer.body).toString()))
    expect(rows).toEqual([
      { id: 1, min: 10, max: 30_000, text: '🇰🇷 좋아요', point: 3.3, isReadOnly: false },
      { id: 3, min: 1, max: 10, text: '주문불가 상품', point: 1, isReadOnly: true },
    ])
    const known = { 'if-none-match': String(answer.headers.etag) }
    expect((await ask(resellerServicesCall, { caller, headers: known })).status).toBe(304)
  }, 60_000)
})

test('without a key there is no list', async () => {
  expect((await ask(resellerServicesCall)).status).toBe(401)
})

test('members of a price group share one compressed copy of the list, and others’ isn’t theirs', async () => {
  const [half, quarter] = [await makePriceGroup(50), await makePriceGroup(25)]
  const groups = [half, half, quarter, null, null]
  const members = await Promise.all(groups.map(() => makeMember()))
  for (const [at, { id }] of members.entries()) await putIntoPriceGroup(id, groups[at] ?? null)
  // Retries, because the cached lists are dropped only a moment after the last change of a price group.
  await vi.waitFor(async () => {
    const [ofFirst, ofSecond, ofOther, ofNobody, ofStranger] = await Promise.all(
      members.map(({ id }) => serviceListSnapshot(db(), id)),
    )
    expect(new Set([ofFirst, ofOther, ofNobody]).size).toBe(3)
    expect(ofSecond).toBe(ofFirst)
    expect(ofStranger).toBe(ofNobody)
  }, 60_000)
})
