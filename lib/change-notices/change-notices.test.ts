import { expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { followChanges } from './follow-changes.ts'
import { mailChanges } from './mail-changes.ts'
import { changeNotices, isFollowingChanges } from './queries.ts'

const setPrice = (id: number, unitPrice: number) =>
  db().rows('UPDATE services SET unit_price = $2 WHERE id = $1', [id, unitPrice])
const withdraw = (id: number) => db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [id])
const restore = (id: number) => db().rows('UPDATE services SET withdrawn_at = NULL WHERE id = $1', [id])

/** Makes a service that is ten days old. Returns its id. */
async function makeOldService(unitPrice: number): Promise<number> {
  const id = await makeService({ price: unitPrice / 100_000 })
  await db().rows('UPDATE service_days SET day = day - 10 WHERE service_id = $1', [id])
  return id
}

/** Today's row for a service in the list of changes. */
async function noticeOf(serviceId: number) {
  const { rows } = await changeNotices(db(), {})
  return rows.find((row) => row.serviceId === serviceId && row.day === seoulDay(new Date()))
}

/** Moves today's changes to yesterday, as if a new day had begun. */
const letTheDayEnd = () => db().rows('UPDATE service_days SET day = day - 1')

test('a day tells its net effect: two changes of a price are one, and one that is undone is none', async () => {
  const id = await makeOldService(1_000_000)
  await setPrice(id, 1_200_000)
  await setPrice(id, 1_500_000)
  expect(await noticeOf(id)).toMatchObject({ kind: 'PRICE', priceBefore: 1_000_000n, priceAfter: 1_500_000n })
  await setPrice(id, 1_000_000)
  expect(await noticeOf(id)).toBeUndefined()
})

test('a service is new on its first day whatever its price does, ended when withdrawn, and back when restored', async () => {
  const fresh = await makeService({ price: 5 })
  await setPrice(fresh, 600_000)
  expect(await noticeOf(fresh)).toMatchObject({ kind: 'NEW', priceAfter: 600_000n, onSale: true })
  await withdraw(fresh)
  expect(await noticeOf(fresh)).toBeUndefined()

  const old = await makeOldService(1_000_000)
  await withdraw(old)
  expect(await noticeOf(old)).toMatchObject({ kind: 'ENDED', onSale: false })
  await letTheDayEnd()
  await restore(old)
  expect(await noticeOf(old)).toMatchObject({ kind: 'BACK', onSale: true })
})

test('a change of anything else is not told, nor any change on a hidden platform', async () => {
  const id = await makeOldService(1_000_000)
  await db().rows("UPDATE services SET text = text || '!', max = max + 1 WHERE id = $1", [id])
  expect(await noticeOf(id)).toBeUndefined()
  await setPrice(id, 900_000)
  await db().rows(
    'UPDATE platforms SET visible = false WHERE id = (SELECT platform_id FROM categories c JOIN services s ON s.category_id = c.id WHERE s.id = $1)',
    [id],
  )
  expect(await noticeOf(id)).toBeUndefined()
  await db().rows('UPDATE platforms SET visible = true')
  expect(await noticeOf(id)).toMatchObject({ kind: 'PRICE' })
})

test('the pages of the list hold each change once, newest day first, and only the kinds and services asked for', async () => {
  const ids: number[] = []
  for (let made = 0; made < 60; made++) ids.push(await makeService())
  const seen: string[] = []
  let before: { day: string; serviceId: number } | undefined
  do {
    const { rows, next } = await changeNotices(db(), { before })
    seen.push(...rows.map(({ day, serviceId }) => `${day} ${String(serviceId).padStart(9, '0')}`))
    before = next ?? undefined
  } while (before)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(seen.toSorted().toReversed())
  for (const id of ids) expect(seen.some((line) => Number(line.slice(-9)) === id)).toBe(true)
  expect((await changeNotices(db(), { kinds: ['ENDED'] })).rows.every(({ kind }) => kind === 'ENDED')).toBe(true)

  const { id: memberId } = await makeMember({ points: 1_000 })
  const serviceId = ids[7] ?? 0
  await makeOrder({ memberId, serviceId })
  expect((await changeNotices(db(), { orderedBy: memberId })).rows.map((row) => row.serviceId)).toEqual([serviceId])
})

test('a follower gets one e-mail about yesterday’s changes of what he ordered, and of nothing else', async () => {
  const email = 'follower@example.com'
  const { id: memberId } = await makeMember({ points: 1_000, email })
  const [ordered, other] = [await makeOldService(1_000_000), await makeOldService(1_000_000)]
  await makeOrder({ memberId, serviceId: ordered })
  await followChanges(db(), memberId, true)
  await followChanges(db(), memberId, true)
  await setPrice(ordered, 1_200_000)
  await setPrice(other, 1_300_000)

  await mailChanges(db())
  expect(await lastMessageBodyTo(email), 'the day is not over').toBeNull()

  await letTheDayEnd()
  await db().rows('UPDATE change_followers SET notified_until = notified_until - 1')
  const runs = await Promise.all([mailChanges(db()), mailChanges(db())])
  expect(runs.toSorted()).toEqual([0, 1])
  const body = await lastMessageBodyTo(email)
  expect(body).toContain('10원 → 12원 (20% 올랐어요)')
  expect(body).not.toContain('13원')
  expect(await mailChanges(db())).toBe(0)

  await letTheDayEnd()
  await db().rows('UPDATE change_followers SET notified_until = notified_until - 1')
  expect(await mailChanges(db()), 'a day is told once').toBe(0)
})

test('who turns the e-mails on isn’t told what had changed before that day', async () => {
  const { id: memberId } = await makeMember({ points: 1_000, email: 'late.follower@example.com' })
  const ordered = await makeOldService(1_000_000)
  await makeOrder({ memberId, serviceId: ordered })
  await setPrice(ordered, 1_200_000)
  await letTheDayEnd()
  await followChanges(db(), memberId, true)
  expect(await mailChanges(db())).toBe(0)
  expect(await lastMessageBodyTo('late.follower@example.com')).toBeNull()
})

test('a banned follower, who can’t turn the e-mails off, gets none', async () => {
  const serviceId = await makeOldService(1_000_000)
  const follow = async (email: string) => {
    const { id } = await makeMember({ points: 1_000, email })
    await makeOrder({ memberId: id, serviceId })
    await followChanges(db(), id, true)
    await db().rows('UPDATE change_followers SET notified_until = notified_until - 1 WHERE member_id = $1', [id])
    return id
  }
  const restrict = (id: number, level: string, until: Date | null) =>
    db().rows('UPDATE members SET restriction = $2, restricted_until = $3 WHERE id = $1', [id, level, until])
  await restrict(await follow('banned@example.com'), 'BANNED', null)
  await restrict(await follow('over@example.com'), 'SUSPENDED', new Date(Date.now() - 60_000))
  await setPrice(serviceId, 1_200_000)
  await letTheDayEnd()
  await mailChanges(db())
  expect(await lastMessageBodyTo('banned@example.com')).toBeNull()
  expect(await lastMessageBodyTo('over@example.com')).toContain('12원')
})

test('who turns the e-mails off gets none; an account without an address can’t turn them on', async () => {
  const { id: memberId } = await makeMember({ email: 'off@example.com' })
  await followChanges(db(), memberId, true)
  expect(await isFollowingChanges(db(), memberId)).toBe(true)
  await followChanges(db(), memberId, false)
  expect(await isFollowingChanges(db(), memberId)).toBe(false)

  const { id: withoutAddress } = await makeMember()
  await db().rows('UPDATE members SET email = NULL WHERE id = $1', [withoutAddress])
  await expect(followChanges(db(), withoutAddress, true)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await isFollowingChanges(db(), withoutAddress)).toBe(false)
})

test('a follower whose e-mail fails holds nobody else up, and is tried again by the next run', async () => {
  const serviceId = await makeOldService(1_000_000)
  const followers: { id: number; email: string }[] = []
  for (const email of ['first@example.com', 'broken@example.com', 'last@example.com']) {
    const { id } = await makeMember({ points: 1_000, email })
    await makeOrder({ memberId: id, serviceId })
    await followChanges(db(), id, true)
    followers.push({ id, email })
  }
  await setPrice(serviceId, 1_200_000)
  await letTheDayEnd()
  await db().rows('UPDATE change_followers SET notified_until = notified_until - 1 WHERE member_id = ANY ($1::int[])', [
    followers.map(({ id }) => id),
  ])
  await ownerDatabase().rows(
    `ALTER TABLE outbox_messages ADD CONSTRAINT one_fails CHECK ("to" <> 'broken@example.com') NOT VALID`,
  )
  await expect(mailChanges(db())).rejects.toThrow('1 followers of changes')
  for (const { email } of followers)
    expect(await lastMessageBodyTo(email), email).toEqual(email.startsWith('broken') ? null : expect.any(String))

  await ownerDatabase().rows('ALTER TABLE outbox_messages DROP CONSTRAINT one_fails')
  expect(await mailChanges(db())).toBe(1)
  expect(await lastMessageBodyTo('broken@example.com')).toContain('12원')
})
