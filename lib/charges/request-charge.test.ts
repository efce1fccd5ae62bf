import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/expect-books-balance.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/test-members.ts'
import { failCharge } from './fail-charge.ts'
import { type ChargeRequest, requestCharge } from './request-charge.ts'
import { chargeRequest, makeCharge } from './test-charges.ts'

afterEach(() => expectBooksBalance())

const keyed = (request: ChargeRequest, key: string): ChargeRequest => ({
  ...request,
  idempotency: { key, bodyHash: sha256(JSON.stringify(request.input)) },
})

const countCharges = async (memberId: number) =>
  (await oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM charges WHERE member_id = $1', [memberId])).count

test('of thirty requests at once ten are pending and the others are told so', async () => {
  const { id: memberId } = await makeMember()
  const asked = Array.from({ length: 30 }, () => requestCharge(db(), chargeRequest({ memberId })))
  const refused = (await Promise.allSettled(asked)).filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(20)
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'CONFLICT', message: '진행 중인 충전 요청이 너무 많습니다.' })
  expect(await countCharges(memberId)).toBe(10)
})

test('a pending charge that ends makes room for another', async () => {
  const { id: memberId } = await makeMember()
  const [first = 0] = await Promise.all(Array.from({ length: 10 }, () => makeCharge({ memberId })))
  await expect(makeCharge({ memberId })).rejects.toMatchObject({ code: 'CONFLICT' })
  await failCharge(db(), { chargeId: first, outcome: 'WITHDRAWN', memberId })
  await makeCharge({ memberId })
  await expect(makeCharge({ memberId })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('one member’s ten pending charges are nothing to another', async () => {
  const [first, second] = [await makeMember(), await makeMember()]
  await Promise.all(Array.from({ length: 10 }, () => makeCharge({ memberId: first.id })))
  expect(await makeCharge({ memberId: second.id })).toBeGreaterThan(0)
})

test('eight replays of one key make one charge and get one answer', async () => {
  const { id: memberId } = await makeMember()
  const request = keyed(chargeRequest({ memberId }), 'one')
  const answers = await Promise.all(Array.from({ length: 8 }, () => requestCharge(db(), request)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await countCharges(memberId)).toBe(1)
})

test('a replay is answered though ten are pending by then, or the receipt kind is offered no more', async () => {
  const { id: memberId } = await makeMember()
  const request = keyed(chargeRequest({ memberId }), 'one')
  const first = await requestCharge(db(), request)
  await Promise.all(Array.from({ length: 9 }, () => makeCharge({ memberId })))
  expect(await requestCharge(db(), request)).toEqual(first)
  expect(await requestCharge(db(), { ...request, paymentType: 'FEE' })).toEqual(first)
})

test('one key with another body is a conflict', async () => {
  const { id: memberId } = await makeMember()
  await requestCharge(db(), keyed(chargeRequest({ memberId, point: 1_000 }), 'one'))
  const other = requestCharge(db(), keyed(chargeRequest({ memberId, point: 2_000 }), 'one'))
  await expect(other).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a refusal is not kept: the same key asks again once there is room', async () => {
  const { id: memberId } = await makeMember()
  const [first = 0] = await Promise.all(Array.from({ length: 10 }, () => makeCharge({ memberId })))
  const request = keyed(chargeRequest({ memberId }), 'one')
  await expect(requestCharge(db(), request)).rejects.toMatchObject({ code: 'CONFLICT' })
  await failCharge(db(), { chargeId: first, outcome: 'WITHDRAWN', memberId })
  expect(await requestCharge(db(), request)).toMatchObject({ status: 0 })
})

test('a request credits nothing, is open for three hours and says where to pay', async () => {
  const { id: memberId } = await makeMember()
  const answer = await requestCharge(db(), chargeRequest({ memberId, point: 15_000, name: '홍 길동' }))
  expect(answer).toMatchObject({ point: 15_000, payAmount: 15_000, name: '홍 길동', feeType: 2, status: 0 })
  expect(Date.parse(answer.expiresAt) - Date.parse(answer.createdAt)).toBe(3 * 60 * 60 * 1_000)
  expect(answer.bank).toMatchObject({ name: '국민은행', bankingCode: '004' })
  const { point } = await oneRow<{ point: bigint }>(db(), 'SELECT point FROM balances WHERE member_id = $1', [memberId])
  expect(point).toBe(0n)
})

test('a kind that pays the fee is to transfer 10 % more, and is credited without it', async () => {
  const { id: memberId } = await makeMember()
  const request = chargeRequest({ memberId, point: 1_005 })
  const cash = { ...request.input, feeType: 0, feeValue: { phone: '01012345678' } } as const
  const answer = await requestCharge(db(), { ...request, input: cash, paymentFee: 'ALL' })
  expect(answer).toMatchObject({ point: 1_005, payAmount: 1_106 })
})
