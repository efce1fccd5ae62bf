import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { restrictMember } from '#lib/members/restrict-member.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { changeRole } from './change-role.ts'
import { createOwner } from './create-owner.ts'

// Each test has its own database, because the tests depend on the number of OWNERs in the whole shop.
let freshShop: Awaited<ReturnType<typeof createFreshDatabase>>
let db: Database

beforeEach(async () => {
  freshShop = await createFreshDatabase()
  db = freshShop.db
})
afterEach(() => freshShop.drop())

const conflictError = { code: 'CONFLICT' }

const restrict = (by: TestMember, { id: memberId }: TestMember, level: 'BANNED' | 'WARNED' = 'BANNED') =>
  restrictMember(db, staffOf(by, 'OWNER'), { memberId, level, until: null, reason: 'test' })

const demote = (by: TestMember, { id: memberId }: TestMember) =>
  changeRole(db, staffOf(by, 'OWNER'), { memberId, role: 'MEMBER' })

test('two OWNERs who restrict each other at the same moment leave one who can run the shop', async () => {
  for (let round = 0; round < 5; round++) {
    await freshShop.owner.rows("UPDATE members SET role = 'MEMBER'")
    const oneOwner = await makeMember({ role: 'OWNER' }, db)
    const otherOwner = await makeMember({ role: 'OWNER' }, db)
    const results = await Promise.allSettled([restrict(oneOwner, otherOwner), restrict(otherOwner, oneOwner)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(conflictError)
  }
})

test('an OWNER who is banned is no other OWNER: the last one who can run the shop is neither demoted nor restricted', async () => {
  const oneOwner = await makeMember({ role: 'OWNER' }, db)
  const otherOwner = await makeMember({ role: 'OWNER' }, db)
  await restrict(oneOwner, otherOwner)
  await expect(demote(oneOwner, oneOwner)).rejects.toMatchObject(conflictError)
  await expect(restrict(otherOwner, oneOwner)).rejects.toMatchObject(conflictError)
  await restrict(otherOwner, oneOwner, 'WARNED')
})

const firstOwner = { id: 'shopkeeper', password: 'keeper-of-1234' }

const rolesOf = async (loginId: string) =>
  (await db.rows<{ role: string }>('SELECT role FROM members WHERE login_id = $1', [loginId])).map(({ role }) => role)

test('the first start makes the owner, with a row in the audit trail; later starts make nobody', async () => {
  expect(await createOwner(db, firstOwner)).toBe('made')
  expect(await createOwner(db, firstOwner)).toBe('exists')
  expect(await createOwner(db, { id: 'somebody_else', password: firstOwner.password })).toBe('exists')
  expect(await rolesOf('somebody_else')).toEqual([])
  const row = await oneRow(db, "SELECT actor_id, after FROM audit_entries WHERE action = 'staff.role'", [])
  expect(row).toEqual({ actorId: null, after: { role: 'OWNER' } })
})

test('two first starts at once make one owner', async () => {
  const outcomes = await Promise.all([createOwner(db, firstOwner), createOwner(db, firstOwner)])
  expect(outcomes.toSorted()).toEqual(['exists', 'made'])
})

test('a start gives nobody the role back: not who was demoted, who left, nor who registered the id first', async () => {
  await createOwner(db, firstOwner)
  await db.rows("UPDATE members SET role = 'MEMBER' WHERE login_id = $1", [firstOwner.id])
  expect(await createOwner(db, firstOwner)).toBe('taken')
  expect(await rolesOf(firstOwner.id)).toEqual(['MEMBER'])
  await db.rows('UPDATE members SET deleted_at = now(), password_hash = NULL WHERE login_id = $1', [firstOwner.id])
  expect(await createOwner(db, firstOwner)).toBe('taken')
  expect(await createOwner(db, { id: 'new_keeper', password: firstOwner.password })).toBe('made')
})

test('the first owner’s password is refused as any other would be; nobody asks for it once there is an owner', async () => {
  for (const password of ['short', '12345678', 'shopkeeper'])
    await expect(createOwner(db, { ...firstOwner, password })).rejects.toThrow('OWNER_PASSWORD')
  await createOwner(db, firstOwner)
  expect(await createOwner(db, { ...firstOwner, password: 'short' })).toBe('exists')
})
