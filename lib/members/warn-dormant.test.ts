import { expect, test } from 'vitest'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { makeMember } from './testing/members.ts'
import { warnDormantMembers } from './warn-dormant.ts'

type DormancyOptions = { login?: string; joined?: string; role?: 'MEMBER' | 'SUPPORT' }

async function memberOf({ login, joined = '3 years', role = 'MEMBER' }: DormancyOptions): Promise<number> {
  const { id } = await makeMember({ role })
  await db().rows(
    'UPDATE members SET last_login_at = now() - $2::interval, created_at = now() - $3::interval WHERE id = $1',
    [id, login ?? null, joined],
  )
  return id
}

const restrictionOf = async (id: number) =>
  (await oneRow<{ restriction: string }>(db(), 'SELECT restriction FROM members WHERE id = $1', [id])).restriction

const tasksOf = (id: number) => db().rows("SELECT 1 FROM tasks WHERE kind = 'DORMANT' AND ref_id = $1", [id])

test('a year without a login is a warning and one task, a day less is nothing', async () => {
  const [old, young] = [await memberOf({ login: '1 year 1 hour' }), await memberOf({ login: '364 days' })]
  await Promise.all([warnDormantMembers(db()), warnDormantMembers(db()), warnDormantMembers(db())])
  await warnDormantMembers(db())
  expect([await restrictionOf(old), await restrictionOf(young)]).toEqual(['WARNED', 'NORMAL'])
  expect([await tasksOf(old), await tasksOf(young)].map((tasks) => tasks.length)).toEqual([1, 0])
})

test('who never logged in counts from the day he registered; staff don’t count', async () => {
  const [never, fresh, staff] = [
    await memberOf({ joined: '13 months' }),
    await memberOf({ joined: '11 months' }),
    await memberOf({ login: '2 years', role: 'SUPPORT' }),
  ]
  await warnDormantMembers(db())
  expect([await restrictionOf(never), await restrictionOf(fresh), await restrictionOf(staff)]).toEqual([
    'WARNED',
    'NORMAL',
    'NORMAL',
  ])
})

test('a reseller whose program used an api-key within the year isn’t dormant, however long ago he logged in', async () => {
  const [ordering, stopped] = [await memberOf({ login: '2 years' }), await memberOf({ login: '2 years' })]
  for (const id of [ordering, stopped]) await issueApiKey(db(), id)
  await db().rows(
    `UPDATE api_keys SET last_used_at = now() - CASE member_id WHEN $1 THEN interval '11 months' ELSE interval '13 months' END
     WHERE member_id IN ($1, $2)`,
    [ordering, stopped],
  )
  await warnDormantMembers(db())
  expect([await restrictionOf(ordering), await restrictionOf(stopped)]).toEqual(['NORMAL', 'WARNED'])
  expect(await tasksOf(ordering)).toEqual([])
})

test('a heavier restriction stays what it is', async () => {
  const id = await memberOf({ login: '2 years' })
  await db().rows("UPDATE members SET restriction = 'BANNED' WHERE id = $1", [id])
  await warnDormantMembers(db())
  expect(await restrictionOf(id)).toBe('BANNED')
})

test('a suspension that ended long ago is no restriction: its member is warned too', async () => {
  const id = await memberOf({ login: '2 years' })
  const suspend = "UPDATE members SET restriction = 'SUSPENDED', restricted_until = now() + $2::interval WHERE id = $1"
  await db().rows(suspend, [id, '1 day'])
  await warnDormantMembers(db())
  expect(await restrictionOf(id)).toBe('SUSPENDED')
  await db().rows(suspend, [id, '-13 months'])
  await warnDormantMembers(db())
  expect(await oneRow(db(), 'SELECT restriction, restricted_until FROM members WHERE id = $1', [id])).toEqual({
    restriction: 'WARNED',
    restrictedUntil: null,
  })
})

test('a member whose warning staff have lifted isn’t warned again the next night, but in a year', async () => {
  const { id } = await makeMember()
  await db().rows("UPDATE members SET last_login_at = now() - interval '13 months' WHERE id = $1", [id])
  await warnDormantMembers(db())
  await closeTasksAsStaff('DORMANT', id)
  await db().rows("UPDATE members SET restriction = 'NORMAL' WHERE id = $1", [id])
  await warnDormantMembers(db())
  expect(await tasksOf(id)).toHaveLength(1)
  await ownerDatabase().rows("UPDATE tasks SET created_at = now() - interval '1 year' WHERE ref_id = $1", [id])
  await warnDormantMembers(db())
  expect(await tasksOf(id)).toHaveLength(2)
})
