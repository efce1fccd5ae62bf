import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveChargeCall } from '#lib/charges/calls.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send } from '#lib/web/testing/caller.ts'
import { confirmApprovalCall } from './calls.ts'
import { approvalsOfTasks, waitingApprovalsOf } from './queries.ts'
import { makeStaff } from './testing/staff.ts'

afterEach(() => expectBooksBalance())

test('a request is shown beside its own subject and task, and not beside others with the same number', async () => {
  const [asker, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const chargeId = await makeCharge({ memberId: (await makeMember()).id, point: 3_000_000 })
  const { json } = await send(approveChargeCall, {
    path: `/api/admin/charges/${chargeId}/approve`,
    headers: asker.headers,
  })
  const { id } = json.approval
  const reader = { memberId: colleague.id, role: 'MANAGER' } as const
  const shownAt = async (subjectType: string) =>
    Object.values(await waitingApprovalsOf(db(), subjectType, [chargeId], reader)).map((row) => [row.id, row.mine])
  expect(await shownAt('charge')).toEqual([[id, 'CONFIRM']])
  expect(await shownAt('refund')).toEqual([])
  expect(Object.keys(await approvalsOfTasks(db(), [{ refType: 'approval', refId: id }], reader))).toEqual([String(id)])
  expect(await approvalsOfTasks(db(), [{ refType: 'charge', refId: id }], reader)).toEqual({})
  await send(confirmApprovalCall, { path: `/api/admin/approvals/${id}/confirm`, headers: colleague.headers, body: {} })
  expect(await shownAt('charge')).toEqual([])
})
