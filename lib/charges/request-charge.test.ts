import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { approveCharge } from './approve-charge.ts'
import { requestChargeCall } from './calls.ts'
import { failCharge } from './fail-charge.ts'
import { type ChargeRequest, requestCharge } from './request-charge.ts'
import { chargeRequest, makeCharge } from './testing/charges.ts'

afterEach(() => expectBooksBalance())

const withKey = (request: ChargeRequest, key: string): ChargeRequest => ({
  ...request,
  idempotency: { key, bodyHash: sha256(JSON.stringify(request.input)) },
})

/** Makes all charges of this member older by an interval. */
const ageCharges = (memberId: number, by: string) =>
  db().rows('UPDATE charges SET created_at = created_at - $2::interval WHERE member_id = $1', [memberId, by])

const ageChargesByAnHour = (memberId: number) => ageCharges(memberId, '61 minutes')

const countCharges = async (memberId: number) =>
  (await oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM charges WHERE member_id = $1', [memberId])).count

test('of thirty requests at once ten become pending and the others are refused', async () => {
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
  await ageChargesByAnHour(memberId)
  await makeCharge({ memberId })
  await expect(makeCharge({ memberId })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('of thirty requests in an hour ten succeed, even if each is withdrawn at once', async () => {
  const { id: memberId } = await makeMember()
  const asked = Array.from({ length: 30 }, async () => {
    const chargeId = await makeCharge({ memberId })
    await failCharge(db(), { chargeId, outcome: 'WITHDRAWN', memberId })
  })
  const refused = (await Promise.allSettled(asked)).filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(20)
  expect(await countCharges(memberId)).toBe(10)
  const message = '충전 요청이 너무 많아요. 잠시 후 다시 시도해 주세요.'
  await expect(makeCharge({ memberId })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message })
  await ageChargesByAnHour(memberId)
  await makeCharge({ memberId })
})

/** Expects a refusal whose Retry-After is at most these seconds, and less only by what the test has taken. */
async function expectWait(request: Promise<unknown>, seconds: number): Promise<void> {
  const refusal: unknown = await request.catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: expect.any(Number) })
  const { retryAfterSeconds } = refusal as { retryAfterSeconds: number }
  expect(retryAfterSeconds).toBeLessThanOrEqual(seconds)
  expect(retryAfterSeconds).toBeGreaterThan(seconds / 2)
}

test('a refusal says when the limit has room again: once the oldest request of the hour is an hour old', async () => {
  const { id: memberId } = await makeMember()
  const request = async () =>
    failCharge(db(), { chargeId: await makeCharge({ memberId }), outcome: 'WITHDRAWN', memberId })
  for (let at = 0; at < 5; at++) await request()
  await ageCharges(memberId, '20 minutes')
  for (let at = 0; at < 5; at++) await request()
  await expectWait(makeCharge({ memberId }), 40 * 60)
})

test('and of new names: once the one that was used longest ago was used a day ago, however often before', async () => {
  const { id: memberId } = await makeMember()
  await makeCharge({ memberId, name: '가나' })
  await ageCharges(memberId, '20 hours')
  await makeCharge({ memberId, name: '다라' })
  await ageCharges(memberId, '2 hours')
  for (const name of ['가나', '마바']) await makeCharge({ memberId, name })
  await expectWait(makeCharge({ memberId, name: '사아' }), 22 * 3_600)
})

test('of ten new depositor names three can be used in a day, each as often as wanted', async () => {
  const { id: memberId } = await makeMember()
  const names = Array.from({ length: 10 }, (_, at) => `새 이름 ${at}`)
  const results = await Promise.allSettled(names.map((name) => makeCharge({ memberId, name })))
  const used = names.filter((_, at) => results[at]?.status === 'fulfilled')
  expect(used).toHaveLength(3)
  const message = '오늘 쓸 수 있는 새 입금자명을 모두 썼어요. 쓰던 이름으로 요청해 주세요.'
  await expect(makeCharge({ memberId, name: '또 다른' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message })
  await makeCharge({ memberId, name: `(${used[0]})` })
})

test('a name under which a charge was credited isn’t new any more; one that was only requested stays new', async () => {
  const { id: memberId } = await makeMember()
  for (const name of ['하나', '둘', '셋']) {
    const chargeId = await makeCharge({ memberId, name })
    await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  }
  for (const name of ['넷', '다섯', '여섯']) await makeCharge({ memberId, name })
  await expect(makeCharge({ memberId, name: '일곱' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await makeCharge({ memberId, name: '하나' })
  await ageCharges(memberId, '30 hours')
  for (const name of ['넷', '다섯', '여섯']) await makeCharge({ memberId, name })
  await expect(makeCharge({ memberId, name: '일곱' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('RATE_LIMIT_FACTOR multiplies both caps', async () => {
  const { id: memberId } = await makeMember()
  env().RATE_LIMIT_FACTOR = 2
  try {
    const ask = async (name: string) => {
      const chargeId = await makeCharge({ memberId, name })
      await failCharge(db(), { chargeId, outcome: 'WITHDRAWN', memberId })
    }
    for (let at = 0; at < 6; at++) await ask(`이름 ${at}`)
    await expect(ask('하나 더')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    for (let at = 0; at < 14; at++) await ask('이름 0')
    await expect(ask('이름 0')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  } finally {
    env().RATE_LIMIT_FACTOR = 1
  }
})

test('one member’s ten pending charges don’t limit another member', async () => {
  const [first, second] = [await makeMember(), await makeMember()]
  await Promise.all(Array.from({ length: 10 }, () => makeCharge({ memberId: first.id })))
  expect(await makeCharge({ memberId: second.id })).toBeGreaterThan(0)
})

test('eight replays of one key make one charge and get one answer', async () => {
  const { id: memberId } = await makeMember()
  const request = withKey(chargeRequest({ memberId }), 'one')
  const answers = await Promise.all(Array.from({ length: 8 }, () => requestCharge(db(), request)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await countCharges(memberId)).toBe(1)
})

test('a retry gets the first response even if ten charges are pending by then, or the receipt kind isn’t offered any more', async () => {
  const { id: memberId } = await makeMember()
  const request = withKey(chargeRequest({ memberId }), 'one')
  const first = await requestCharge(db(), request)
  await Promise.all(Array.from({ length: 9 }, () => makeCharge({ memberId })))
  expect(JSON.stringify(await requestCharge(db(), request))).toBe(JSON.stringify(first))
  expect(await requestCharge(db(), { ...request, paymentType: 'FEE' })).toEqual(first)
})

test('one key with another body is a conflict', async () => {
  const { id: memberId } = await makeMember()
  await requestCharge(db(), withKey(chargeRequest({ memberId, point: 1_000 }), 'one'))
  const other = requestCharge(db(), withKey(chargeRequest({ memberId, point: 2_000 }), 'one'))
  await expect(other).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a refusal isn’t stored: the same key can be used again once fewer charges are pending', async () => {
  const { id: memberId } = await makeMember()
  const [first = 0] = await Promise.all(Array.from({ length: 10 }, () => makeCharge({ memberId })))
  await ageChargesByAnHour(memberId)
  const request = withKey(chargeRequest({ memberId }), 'one')
  await expect(requestCharge(db(), request)).rejects.toMatchObject({ code: 'CONFLICT' })
  await failCharge(db(), { chargeId: first, outcome: 'WITHDRAWN', memberId })
  expect(await requestCharge(db(), request)).toMatchObject({ status: 0 })
})

test.each([
  [{ name: '', point: 10_000, feeType: 1, feeValue: {} }, '이름을 입력해 주세요.'],
  [{ name: ' ', point: 0, feeType: 0, feeValue: { phone: 1 } }, '이름을 입력해 주세요.'],
  [{ name: '홍길동', feeType: 0, feeValue: {} }, '충전금액을 설정해주세요'],
  [{ name: '홍길동', point: 10_000, feeType: 0, feeValue: {} }, '오류가 발생했습니다 잠시 후 시도해 주세요.'],
  [{ name: '', point: 10_000, feeType: 3 }, '오류가 발생했습니다 잠시 후 시도해 주세요.'],
  [{}, '이름을 입력해 주세요.'],
  [{ name: '홍길동' }, '충전금액을 설정해주세요'],
  [{ name: '홍길동', point: 10_000 }, '오류가 발생했습니다 잠시 후 시도해 주세요.'],
  [{ name: '홍길동', point: 10_000, feeType: null, feeValue: {} }, '오류가 발생했습니다 잠시 후 시도해 주세요.'],
])('of %j name and amount are looked at before the receipt: %s', async (body, message) => {
  const { headers } = await signedIn()
  const { status, json } = await send(requestChargeCall, { headers, body })
  expect([status, json.message]).toEqual([400, message])
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

test('for a receipt kind with the fee, the amount to pay is 10 % more, and the points aren’t', async () => {
  const { id: memberId } = await makeMember()
  const request = chargeRequest({ memberId, point: 1_005 })
  const cash = { ...request.input, feeType: 0, feeValue: { phone: '01012345678' } } as const
  const answer = await requestCharge(db(), { ...request, input: cash, paymentFee: 'ALL' })
  expect(answer).toMatchObject({ point: 1_005, payAmount: 1_106 })
})
