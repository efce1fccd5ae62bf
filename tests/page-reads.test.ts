import { expect, test } from 'vitest'
import { approvalsOfTasks, waitingApprovalsOf, waitingApprovalsOfDeposits } from '#lib/approvals/decisions/queries.ts'
import { makeApproval } from '#lib/approvals/testing/approvals.ts'
import { categoriesForStaff, platformsForStaff, providerNames } from '#lib/catalog/queries/list-for-staff.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makePendingChange } from '#lib/pending-changes/decisions/testing/changes.ts'
import { waitingChanges } from '#lib/pending-changes/queries.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { settings } from '#lib/settings/queries.ts'
import { readReauthWays } from '#lib/sns/queries.ts'
import { makeSnsMember, setUpLoginStandIns } from '#lib/sns/testing/sns.ts'

// Tests, without a browser, functions that read the database only for pages: no call uses them.

test('a waiting request is found by its subject and by its task, and says what the reader may do with it', async () => {
  const id = await makeApproval()
  const { subjectId } = await oneRow<{ subjectId: number }>(db(), 'SELECT subject_id FROM approvals WHERE id = $1', [
    id,
  ])
  const stranger = { memberId: (await makeMember({ role: 'SUPPORT' })).id, role: 'SUPPORT' } as const
  expect(await waitingApprovalsOf(db(), 'charge', [subjectId], stranger)).toMatchObject({
    [subjectId]: { id, mine: 'NONE' },
  })
  expect(await waitingApprovalsOf(db(), 'refund', [subjectId], stranger)).toEqual({})
  const tasks = [{ refType: 'approval', refId: id }]
  expect(await approvalsOfTasks(db(), tasks, stranger)).toMatchObject({ [id]: { subjectId, state: 'WAITING' } })
  expect(await approvalsOfTasks(db(), [{ refType: 'order', refId: id }], stranger)).toEqual({})
})

test('a deposit shows the request that waits to match it', async () => {
  const depositId = await makeDeposit()
  const stranger = { memberId: (await makeMember({ role: 'SUPPORT' })).id, role: 'SUPPORT' } as const
  expect(await waitingApprovalsOfDeposits(db(), [depositId], stranger)).toEqual({})
  const id = await makeApproval()
  await db().rows("UPDATE deposits SET status = 'WAITING', approval_id = $2 WHERE id = $1", [depositId, id])
  expect(await waitingApprovalsOfDeposits(db(), [depositId], stranger)).toMatchObject({ [depositId]: { id } })
})

test('platforms, categories and providers are listed with what belongs to them, hidden ones too', async () => {
  await makeService({ platformId: 7 })
  await db().rows('UPDATE platforms SET visible = false WHERE id = 7')
  expect((await platformsForStaff(db())).find(({ id }) => id === 7)).toMatchObject({ visible: false, categories: 1 })
  const ofPlatform = (await categoriesForStaff(db())).filter(({ platform }) => platform === 7)
  expect(ofPlatform).toMatchObject([{ platformText: '인스타그램', services: 1 }])
  const providerId = await makeProvider({ url: 'https://provider.example', key: 'key' })
  expect((await providerNames(db())).map(({ id }) => id)).toContain(providerId)
})

test('changes that wait are listed by their kind, the newest first', async () => {
  const owner = await makeMember({ role: 'OWNER' })
  const [first, second] = [await makePendingChange(owner.id), await makePendingChange(owner.id)]
  expect((await waitingChanges(db(), 'PROVIDER')).map(({ id }) => id)).toEqual([second, first])
  expect(await waitingChanges(db(), 'ROLE')).toEqual([])
})

test('a member proves who he is by his password, or by the provider he has linked while its login is on', async () => {
  const { id } = await makeSnsMember('NAVER')
  expect(await readReauthWays(db(), id, await settings(db()))).toEqual({ password: true, snsLogins: [] })
  await setUpLoginStandIns()
  const { snsLogins } = await readReauthWays(db(), id, await settings(db()))
  expect(snsLogins).toMatchObject([
    { provider: 'NAVER', authorizeUrl: expect.stringContaining('auth_type=reauthenticate') },
  ])
})
