import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { feeType } from '../labels.ts'
import { requestCharge } from '../request-charge.ts'
import { chargeRequest, makeCharge } from '../testing/charges.ts'
import { lastChargeDetails, noChargeDetails } from './last-details.ts'

afterEach(() => expectBooksBalance())

test('the last depositor’s name and the last receipt details of each kind are found, of this member only', async () => {
  const { id: memberId } = await makeMember()
  const { id: other } = await makeMember()
  expect(await lastChargeDetails(db(), memberId)).toEqual(noChargeDetails)
  const withPhone = (phone: string) => {
    const request = chargeRequest({ memberId, name: '김현금' })
    const input = { ...request.input, feeType: feeType.CASH, feeValue: { phone } } as const
    return requestCharge(db(), { ...request, input })
  }
  await withPhone('01011112222')
  await withPhone('01033334444')
  await makeCharge({ memberId, name: '이통장' })
  await makeCharge({ memberId: other, name: '박다른' })
  const details = await lastChargeDetails(db(), memberId)
  expect(details.name).toBe('이통장')
  expect(details.receipts[feeType.CASH]).toEqual({ phone: '01033334444' })
  expect(details.receipts[feeType.FEE]).toBeUndefined()
})
