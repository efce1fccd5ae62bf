import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { accountNumberHash, hashCashRefundAccounts } from './hash-accounts.ts'
import { requestCashRefund } from './request-cash-refund.ts'
import { makeCashRefundInput, makeCashRefundRequest, makeCreditedCharge } from './testing/refunds.ts'

afterEach(() => expectBooksBalance())

const accountHashOf = async (id: number) =>
  (await oneRow<{ hash: Buffer | null }>(db(), 'SELECT account_hash AS hash FROM refund_requests WHERE id = $1', [id]))
    .hash

const newMemberId = async () => (await makeMember()).id

async function requestRefundTo(account: string, bank = '국민은행'): Promise<number> {
  const memberId = await newMemberId()
  await makeCreditedCharge(memberId)
  return requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), account, bank } })
}

test('refund requests to the same account have the same hash, whatever the bank is called', async () => {
  const [one, other, third] = [
    await requestRefundTo('11022033044'),
    await requestRefundTo('11022033044', 'KB'),
    await requestRefundTo('11022033045'),
  ]
  expect(await accountHashOf(other)).toEqual(await accountHashOf(one))
  expect(await accountHashOf(third)).not.toEqual(await accountHashOf(one))
})

test('dashes and spaces in an account number don’t hide it', () =>
  expect(accountNumberHash('110-220 33044')).toEqual(accountNumberHash('11022033044')))

test('the stored hash doesn’t tell the account number without the key', async () => {
  const plain = await oneRow<{ same: boolean }>(
    db(),
    "SELECT bool_or(account_hash = sha256('11022033044')) AS same FROM refund_requests",
  )
  expect(plain.same).not.toBe(true)
})

test('an account number that can’t be decrypted doesn’t prevent the hashing of later ones', async () => {
  const [lost, later] = [
    await makeCashRefundRequest(await newMemberId()),
    await makeCashRefundRequest(await newMemberId()),
  ]
  await db().rows('UPDATE refund_requests SET account_hash = NULL WHERE id = ANY ($1::int[])', [[lost, later]])
  await db().rows("UPDATE refund_requests SET account = '\\x00' WHERE id = $1", [lost])
  expect(await hashCashRefundAccounts(db())).toEqual({ hashed: 1, lost: 1 })
  expect(await accountHashOf(lost)).toBeNull()
  expect(await accountHashOf(later)).not.toBeNull()
  await db().rows("UPDATE refund_requests SET account = '' WHERE id = $1", [lost])
})

test('requests from before the column existed get their hash later, once; erased accounts never do', async () => {
  const [old, erased] = [
    await makeCashRefundRequest(await newMemberId()),
    await makeCashRefundRequest(await newMemberId()),
  ]
  const hash = await accountHashOf(old)
  await db().rows('UPDATE refund_requests SET account_hash = NULL WHERE id = ANY ($1::int[])', [[old, erased]])
  await db().rows("UPDATE refund_requests SET account = '' WHERE id = $1", [erased])
  expect(await hashCashRefundAccounts(db())).toEqual({ hashed: 1, lost: 0 })
  expect(await hashCashRefundAccounts(db())).toEqual({ hashed: 0, lost: 0 })
  expect([await accountHashOf(old), await accountHashOf(erased)]).toEqual([hash, null])
})
