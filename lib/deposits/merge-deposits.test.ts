import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { matchDepositCall, mergeDepositsCall } from './calls.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { makeDeposit } from './testing/deposits.ts'

afterEach(() => expectBooksBalance())

const WON = 100n

async function makeMemberWithCharge(point: number) {
  const { id: memberId, loginId } = await makeMember()
  return { memberId, loginId, chargeId: await makeCharge({ memberId, name: '합쳐서', point }) }
}

const managerHeaders = async () => (await signedIn({ role: 'MANAGER' })).headers

async function mergeByCall(first: number, depositIds: number[], chargeId: number, headers?: Record<string, string>) {
  const path = `/api/admin/deposits/${first}/merge`
  return send(mergeDepositsCall, { path, headers: headers ?? (await managerHeaders()), body: { chargeId, depositIds } })
}

test('transfers that are together what a charge asked for credit it once, and each says so', async () => {
  const { memberId, loginId, chargeId } = await makeMemberWithCharge(25_000)
  const ids = [await makeDeposit({ amount: 10_000 }), await makeDeposit({ amount: 15_000 })]
  const [first = 0, second = 0] = ids
  expect((await mergeByCall(first, [second, first], chargeId)).json).toEqual({
    id: first,
    status: 'MERGED',
    chargeIds: [chargeId],
  })
  expect(await balanceOf(db(), memberId)).toBe(25_000n * WON)
  for (const id of ids)
    expect(await depositForStaff(db(), id)).toMatchObject({
      status: 'MERGED',
      memberId: loginId,
      chargeIds: [chargeId],
      charges: [{ id: chargeId }],
      settledBy: expect.any(String),
    })
})

test('another sum, or one that is settled, merges nothing', async () => {
  const { memberId, chargeId } = await makeMemberWithCharge(25_000)
  const [a, b] = [await makeDeposit({ amount: 10_000 }), await makeDeposit({ amount: 14_999 })]
  expect((await mergeByCall(a, [b], chargeId)).status).toBe(409)
  expect((await mergeByCall(a, [999_999_999], chargeId)).status).toBe(404)
  const [c, d] = [await makeDeposit({ amount: 15_000 }), await makeMemberWithCharge(15_000)]
  await send(matchDepositCall, {
    path: `/api/admin/deposits/${c}/match`,
    headers: await managerHeaders(),
    body: { chargeId: d.chargeId },
  })
  expect((await mergeByCall(a, [c], chargeId)).status).toBe(409)
  expect(await depositForStaff(db(), a)).toMatchObject({ status: 'WAITING' })
  expect(await balanceOf(db(), memberId)).toBe(0n)
})

test('of several who merge one deposit into different charges at once one does', async () => {
  const headers = await managerHeaders()
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await makeMemberWithCharge(20_000), await makeMemberWithCharge(20_000)]
    const ids = await Promise.all([1, 2, 3].map(() => makeDeposit()))
    const [a = 0, b = 0, c = 0] = ids
    const answers = await Promise.all([
      mergeByCall(a, [b], one.chargeId, headers),
      mergeByCall(b, [c], other.chargeId, headers),
      mergeByCall(b, [a], other.chargeId, headers),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const credited = (await balanceOf(db(), one.memberId)) + (await balanceOf(db(), other.memberId))
    expect(credited).toBe(20_000n * WON)
  }
})
