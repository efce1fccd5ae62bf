import { expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { addFavorite } from './add-favorite.ts'
import { MAX_FAVORITES } from './labels.ts'
import { readFavoriteIds, readRecentServiceIds } from './queries.ts'
import { removeFavorite } from './remove-favorite.ts'

const withdraw = (id: number) => db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [id])

/** Makes a member with this many favorites. `stored`: their service ids, newest favorite first. */
async function memberWithFavorites(count: number) {
  const { id: memberId } = await makeMember()
  const first = await makeService()
  await db().rows(
    `WITH made AS (
       INSERT INTO services (category_id, text, unit_price, min, max)
       SELECT category_id, text, unit_price, min, max FROM services, generate_series(2, $2::int) WHERE id = $1 RETURNING id
     ), ids AS (SELECT id FROM made UNION ALL SELECT $1::int)
     INSERT INTO favorites (member_id, service_id, created_at)
     SELECT $3, id, now() - interval '1 day' + id * interval '1 second' FROM ids`,
    [first, count, memberId],
  )
  return { memberId, stored: await readFavoriteIds(db(), memberId) }
}

test('a star is added once, however often it is asked for, and removed once', async () => {
  const { id: memberId } = await makeMember()
  const { id: other } = await makeMember()
  const [first, second] = [await makeService(), await makeService()]
  await addFavorite(db(), { memberId, serviceId: first })
  await addFavorite(db(), { memberId, serviceId: second })
  await addFavorite(db(), { memberId, serviceId: first })
  expect(await readFavoriteIds(db(), memberId)).toEqual([second, first])

  await removeFavorite(db(), { memberId: other, serviceId: first })
  expect(await readFavoriteIds(db(), memberId)).toEqual([second, first])
  await removeFavorite(db(), { memberId, serviceId: first })
  await removeFavorite(db(), { memberId, serviceId: first })
  expect(await readFavoriteIds(db(), memberId)).toEqual([second])
})

test('a service that isn’t sold can’t become a favorite; a favorite that is withdrawn later stays one', async () => {
  const { id: memberId } = await makeMember()
  const [serviceId, gone] = [await makeService(), await makeService()]
  await withdraw(gone)
  const refusal = { code: 'NOT_FOUND', message: '존재하지 않는 상품입니다.' }
  await expect(addFavorite(db(), { memberId, serviceId: gone })).rejects.toMatchObject(refusal)
  await expect(addFavorite(db(), { memberId, serviceId: 2_147_483_647 })).rejects.toMatchObject(refusal)

  await addFavorite(db(), { memberId, serviceId })
  await withdraw(serviceId)
  await addFavorite(db(), { memberId, serviceId })
  expect(await readFavoriteIds(db(), memberId)).toEqual([serviceId])
})

test('two concurrent additions don’t exceed the maximum number of favorites', async () => {
  const { memberId } = await memberWithFavorites(MAX_FAVORITES - 1)
  const wanted = [await makeService(), await makeService(), await makeService()]
  const added = await Promise.allSettled(wanted.map((serviceId) => addFavorite(db(), { memberId, serviceId })))
  const refused = added.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({
    reason: { code: 'CONFLICT', message: '즐겨찾기는 200개까지 담을 수 있어요. 쓰지 않는 상품의 별을 꺼 주세요.' },
  })
  expect(await readFavoriteIds(db(), memberId)).toHaveLength(MAX_FAVORITES)
})

test('a full list drops its oldest service that isn’t sold now', async () => {
  const { memberId, stored } = await memberWithFavorites(MAX_FAVORITES)
  const [hiddenLater, hiddenFirst] = [stored[20], stored[90]] as [number, number]
  await withdraw(hiddenLater)
  await withdraw(hiddenFirst)
  const serviceId = await makeService()
  await addFavorite(db(), { memberId, serviceId })
  expect(await readFavoriteIds(db(), memberId)).toEqual([serviceId, ...stored.filter((id) => id !== hiddenFirst)])
})

test('favorites are deleted with the account, and a deleted account gets none', async () => {
  const { id: memberId } = await makeMember()
  const [serviceId, late] = [await makeService(), await makeService()]
  await addFavorite(db(), { memberId, serviceId })
  await deleteAccount(db(), memberId)
  expect(await readFavoriteIds(db(), memberId)).toEqual([])
  await expect(addFavorite(db(), { memberId, serviceId: late })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test("recent services are those of the member's own latest orders, each once, the newest first", async () => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const { id: other } = await makeMember({ points: 1_000 })
  const [first, second, old] = [await makeService(), await makeService(), await makeService()]
  await makeOrder({ memberId: other, serviceId: old })
  const past = await makeOrder({ memberId, serviceId: old })
  await db().rows("UPDATE orders SET created_at = now() - interval '4 months' WHERE id = $1", [past])
  for (const serviceId of [first, second, first]) await makeOrder({ memberId, serviceId })
  expect(await readRecentServiceIds(db(), memberId)).toEqual([first, second])
})

test('at most twenty services are recent', async () => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const services: number[] = []
  for (let at = 0; at < 21; at++) services.push(await makeService())
  for (const serviceId of services) await makeOrder({ memberId, serviceId })
  expect(await readRecentServiceIds(db(), memberId)).toEqual(services.toReversed().slice(0, 20))
})
