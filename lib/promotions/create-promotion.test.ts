import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Approval } from '#lib/approvals/decide-approval.ts'
import { confirmApprovalCall, refuseApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { type Db, db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { createPromotionCall, promotionsCall, stopPromotionCall } from './calls.ts'
import { promotionHandler } from './create-promotion.ts'
import type { PromotionInput } from './schema.ts'
import { makeBonusInput, makeCouponInput, makePromotion, stopAllPromotions } from './testing/promotions.ts'

beforeEach(stopAllPromotions)
afterEach(() => expectBooksBalance())

const create = ({ headers }: SignedIn, body: object, key?: string) =>
  send(createPromotionCall, { headers: { ...headers, ...(key && { 'idempotency-key': key }) }, body })

const decide = (call: typeof confirmApprovalCall, { headers }: SignedIn, id: number) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers, body: { reason: '' } })

const stop = ({ headers }: SignedIn, id: number) =>
  send(stopPromotionCall, { path: `/api/admin/promotions/${id}/stop`, headers })

const stateOf = async (id: number) =>
  (await oneRow<{ state: string }>(db(), 'SELECT state FROM promotions WHERE id = $1', [id])).state

async function chargedBalance(): Promise<bigint> {
  const { id } = await makeMember()
  await makeCreditedCharge(id, 10_000)
  return balanceOf(db(), id)
}

describe('a promotion', () => {
  test('begins at once within the limits; a coupon has a random code of 60 bits', async () => {
    const { status, json } = await create(await makeStaff('MANAGER'), makeCouponInput())
    expect({ status, json }).toEqual({
      status: 201,
      json: { id: expect.any(Number), state: 'ACTIVE', code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{12}$/) },
    })
    const audit = 'SELECT action, after FROM audit_entries WHERE subject_type = $1 AND subject_id = $2'
    expect(await db().rows(audit, ['promotion', String(json.id)])).toEqual([
      { action: 'promotion.create', after: { kind: 'COUPON', name: '가을 쿠폰', budget: 100_000 } },
    ])
  })

  test('requested twice with one key is created once', async () => {
    const [staff, key] = [await makeStaff('MANAGER'), randomUUID()]
    const coupon = makeCouponInput()
    const answers = await Promise.all([create(staff, coupon, key), create(staff, coupon, key)])
    expect(new Set(answers.map(({ json }) => json.code)).size).toBe(1)
  })

  test('with a budget beyond the day’s sum waits for a second person, and gives nothing until then', async () => {
    const [asker, second] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    for (let count = 0; count < 5; count++) await create(asker, makeCouponInput({ budget: 1_000_000 }))
    const { json } = await create(asker, makeBonusInput({ budget: 1_000_000 }))
    expect(json).toMatchObject({ state: 'WAITING', approval: { why: 'DAILY' } })
    expect(await chargedBalance()).toBe(1_000_000n)
    expect((await stop(second, json.id)).status).toBe(409)
    expect((await decide(confirmApprovalCall, asker, json.approval.id)).status).toBe(403)
    expect((await decide(confirmApprovalCall, second, json.approval.id)).status).toBe(200)
    expect(await chargedBalance()).toBe(1_100_000n)
  })

  test('with a budget above ADJUSTMENT_LIMIT only an OWNER asks for, and another OWNER confirms', async () => {
    const [manager, owner, other] = [await makeStaff('MANAGER'), await makeStaff('OWNER'), await makeStaff('OWNER')]
    const large = makeCouponInput({ budget: 1_000_001 })
    expect((await create(manager, large)).status).toBe(403)
    const { json } = await create(owner, large)
    expect(json).toMatchObject({ state: 'WAITING', approval: { why: 'LIMIT' } })
    expect((await decide(confirmApprovalCall, manager, json.approval.id)).status).toBe(403)
    expect((await decide(confirmApprovalCall, other, json.approval.id)).status).toBe(200)
    expect(await stateOf(json.id)).toBe('ACTIVE')
  })

  test('that is refused never begins', async () => {
    const [owner, other] = [await makeStaff('OWNER'), await makeStaff('OWNER')]
    const { json } = await create(owner, makeBonusInput({ budget: 2_000_000 }))
    expect((await decide(refuseApprovalCall, other, json.approval.id)).json.state).toBe('REFUSED')
    expect(await stateOf(json.id)).toBe('REFUSED')
    expect(await chargedBalance()).toBe(1_000_000n)
  })

  test('that isn’t waiting any more can be neither activated nor refused', async () => {
    const { id } = await makePromotion(makeBonusInput())
    const approval = { subjectId: id } as Approval
    const notWaiting = { code: 'CONFLICT', message: '확인을 기다리는 프로모션이 아니에요.' }
    const confirmed = { approval, asker: someStaff, confirmedBy: someStaff.memberId, alone: false }
    const ways = [
      (tx: Db) => promotionHandler.run(tx, confirmed),
      (tx: Db) => promotionHandler.refused?.(tx, someStaff, approval) ?? Promise.resolve(),
    ]
    for (const way of ways) await expect(db().transaction(way)).rejects.toMatchObject(notWaiting)
  })

  test('is stopped once, for good; one that isn’t there is 404', async () => {
    const staff = await makeStaff('MANAGER')
    const { id } = await makePromotion(makeBonusInput())
    expect((await stop(staff, id)).json).toEqual({ id, state: 'STOPPED' })
    expect((await stop(staff, id)).status).toBe(409)
    expect((await stop(staff, 2_000_000_000)).status).toBe(404)
    expect(await chargedBalance()).toBe(1_000_000n)
  })

  test.each<[string, Partial<PromotionInput>, string]>([
    ['a name', { name: ' ' }, '이름을 입력해 주세요. 회원에게 보여요.'],
    ['percent or points', { percent: null }, '적립률과 포인트 중 하나만 입력해 주세요.'],
    ['a percentage', { percent: 100.01 }, '적립률은 0보다 크고 100% 이하로, 소수 둘째 자리까지 입력해 주세요.'],
    ['whole points', { percent: null, point: 1.5 }, '포인트는 1~1억 사이의 정수로 입력해 주세요.'],
    ['a most that is whole', { maxPoint: 0 }, '최대 포인트는 1~1억 사이의 정수로 입력해 주세요.'],
    [
      'a most only beside a percentage',
      { percent: null, point: 5, maxPoint: 5 },
      '최대 포인트는 적립률과 함께 정해 주세요.',
    ],
    ['a least charge that is whole', { minCharge: -1 }, '최소 충전 포인트는 0~1억 사이의 정수로 입력해 주세요.'],
    [
      'a bonus not above its charge',
      { percent: null, point: 5_000, minCharge: 4_999 },
      '보너스는 최소 충전 포인트보다 클 수 없어요.',
    ],
    ['a coupon of points', { kind: 'COUPON' }, '쿠폰은 정해진 포인트만 줄 수 있어요.'],
    [
      'a coupon once a member',
      { kind: 'COUPON', percent: null, point: 5, once: false },
      '쿠폰은 회원마다 한 번만 쓸 수 있어요.',
    ],
    ['a beginning', { startsAt: null }, '시작 시각을 입력해 주세요.'],
    ['an end', { endsAt: null }, '종료 시각을 입력해 주세요.'],
    ['an end after the beginning', { endsAt: '2020-01-01T00:00:00Z' }, '종료 시각은 시작 시각보다 뒤여야 해요.'],
    ['a budget', { budget: 0 }, '예산은 1~10억 사이의 정수로 입력해 주세요.'],
    [
      'a budget for one at least',
      { percent: null, point: 5, minCharge: 5, budget: 4 },
      '예산은 한 번에 주는 포인트보다 커야 해요.',
    ],
    ['a number of times', { maxGrants: 0 }, '횟수는 1~100만 사이의 정수로 입력해 주세요.'],
  ])('needs %s', async (_, change, message) => {
    const { status, json } = await create(await makeStaff('MANAGER'), makeBonusInput(change))
    expect(status).toBe(400)
    expect(json.issues.map((issue: { message: string }) => issue.message)).toContain(message)
  })
})

test('staff see each promotion with what it gave and what was taken back', async () => {
  const { id } = await makePromotion(makeBonusInput({ maxPoint: 500, maxGrants: 3 }))
  await chargedBalance()
  const { headers } = await makeStaff('MANAGER')
  const { json } = await send(promotionsCall, { path: '/api/admin/promotions', headers, search: '?kind=BONUS&size=1' })
  expect(json.rows).toMatchObject([
    { id, percent: 10, maxPoint: 500, minCharge: 0, given: 500, grants: 1, takenBack: 0, state: 'ACTIVE', code: null },
  ])
  expect(json.nextCursor === null || json.nextCursor === id).toBe(true)
})
