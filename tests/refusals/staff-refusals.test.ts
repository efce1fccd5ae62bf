import { afterEach, expect, test } from 'vitest'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { approveChargeCall, rejectChargeCall, reverseChargeCall, withdrawChargeCall } from '#lib/charges/calls.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import {
  dismissDepositCall,
  importDepositsCall,
  matchDepositCall,
  returnDepositCall,
  splitDepositCall,
} from '#lib/deposits/calls.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { restrictMemberCall } from '#lib/members/calls.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { adminCancelAutoOrderCall, cancelAutoOrderCall } from '#lib/orders/auto/calls.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import {
  adminOrderCall,
  orderCall,
  previewTransitionsCall,
  recoverOrderCall,
  transitionOrderCall,
} from '#lib/orders/calls.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeCompletedOrder, makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { adjustPointsCall } from '#lib/points/calls.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'

const { INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

afterEach(() => expectBooksBalance())

const noId = 999_999_999

const pathOf = (call: Call, id: number) => call.path.replace('{id}', String(id))

/** A call with its id in the path and its body, and the status and sentence with which it must be refused. */
type Refusal = readonly [call: Call, id: number, body: unknown, status: number, message: string]

/** Sends each request as an OWNER, and expects its refusal by the contract's sentence. */
async function expectStaffRefusals(refusals: readonly Refusal[]) {
  const { headers } = await makeStaff('OWNER')
  for (const [call, id, body, status, message] of refusals) {
    const { status: given, json } = await send(call, { headers, path: pathOf(call, id), body })
    expect({ status: given, message: json.message }, `${call.method} ${call.path}`).toEqual({ status, message })
  }
}

test('a transition is refused in the contract’s words', async () => {
  const member = await makeMember({ points: 100_000 })
  const options = { memberId: member.id, serviceId: await makeService(), amount: 100 }
  const transition = (orderId: number, status: 1 | 5) =>
    transitionOrder(db(), worker, { orderId, status, remains: null, startCount: null, reason: '' })
  const [waiting, running, completed, canceled] = [
    await makeOrder(options),
    await makeOrder(options),
    await makeCompletedOrder(options),
    await makeOrder(options),
  ]
  await transition(running, INPROGRESS)
  await transition(canceled, CANCELED)
  await expectStaffRefusals([
    [transitionOrderCall, noId, { status: INPROGRESS }, 404, '존재하지 않는 주문이에요.'],
    [transitionOrderCall, running, { status: PARTIAL }, 400, '남은 수량을 정수로 입력해 주세요.'],
    [transitionOrderCall, waiting, { status: PARTIAL, remains: 40 }, 409, '지금 상태에서는 바꿀 수 없어요.'],
    [transitionOrderCall, running, { status: INPROGRESS }, 409, '지금 상태에서는 바꿀 수 없어요.'],
    [transitionOrderCall, completed, { status: PROCESSING }, 409, '지금 상태에서는 바꿀 수 없어요.'],
    [transitionOrderCall, completed, { status: PARTIAL, remains: 40 }, 400, '사유를 입력해 주세요.'],
    [transitionOrderCall, completed, { status: CANCELED }, 400, '사유를 입력해 주세요.'],
    [transitionOrderCall, canceled, { status: COMPLETED, reason: '실수' }, 409, '지금 상태에서는 바꿀 수 없어요.'],
    [
      recoverOrderCall,
      running,
      { dropped: 1, reason: '이탈' },
      409,
      '완료나 부분완료 주문에서 한 번만 복구할 수 있어요.',
    ],
    [
      previewTransitionsCall,
      0,
      { ids: Array.from({ length: 101 }, (_, at) => at + 1), status: CANCELED },
      400,
      '입력 양식을 맞춰주세요',
    ],
    [recoverOrderCall, completed, { dropped: 101, reason: '이탈' }, 400, '줄어든 수량을 1에서 100까지 입력해 주세요.'],
  ])
})

test('an auto order is stopped by staff with a reason only, and once', async () => {
  const member = await makeMember({ points: 100_000 })
  const { id } = await makeAutoOrder({ memberId: member.id })
  await expectStaffRefusals([
    [adminCancelAutoOrderCall, noId, { reason: '점검' }, 404, '존재하지 않는 자동주문이에요.'],
    [adminCancelAutoOrderCall, id, {}, 400, '사유를 입력해 주세요.'],
  ])
  const { headers } = await signedIn({ role: 'OWNER' })
  await send(adminCancelAutoOrderCall, {
    headers,
    path: pathOf(adminCancelAutoOrderCall, id),
    body: { reason: '점검' },
  })
  await expectStaffRefusals([
    [adminCancelAutoOrderCall, id, { reason: '점검' }, 409, '취소할 회차가 남아 있지 않아요.'],
  ])
})

test('a charge is decided once, with a reason where one is needed', async () => {
  const { id: memberId } = await makeMember()
  const [pending, approved, reversed] = [
    await makeCharge({ memberId }),
    await makeCharge({ memberId }),
    await makeCharge({ memberId }),
  ]
  for (const chargeId of [approved, reversed]) await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await reverseCharge(db(), someStaff, { chargeId: reversed, reason: '오승인' })
  await expectStaffRefusals([
    [approveChargeCall, noId, undefined, 404, '존재하지 않는 충전 요청이에요.'],
    [approveChargeCall, approved, undefined, 409, '이미 처리된 충전 요청이에요.'],
    [rejectChargeCall, pending, {}, 400, '사유를 입력해 주세요.'],
    [rejectChargeCall, approved, { reason: '입금 없음' }, 409, '이미 처리된 충전 요청이에요.'],
    [reverseChargeCall, approved, {}, 400, '사유를 입력해 주세요.'],
    [reverseChargeCall, pending, { reason: '오승인' }, 409, '승인된 충전만 취소할 수 있어요.'],
    [reverseChargeCall, reversed, { reason: '오승인' }, 409, '이미 승인이 취소된 충전이에요.'],
  ])
})

const tooLongTable = ['일시,입금자명,입금액', ...Array(1_001).fill('2026-11-01 10:00:00,홍길동,1000')].join('\n')

test('a deposit is settled once, for its own sum', async () => {
  const { id: memberId } = await makeMember()
  const [chargeId, half] = [await makeCharge({ memberId, point: 7_000 }), await makeCharge({ memberId, point: 5_000 })]
  const [waiting, returned] = [await makeDeposit(), await makeDeposit()]
  const { headers } = await signedIn({ role: 'OWNER' })
  await send(returnDepositCall, { headers, path: pathOf(returnDepositCall, returned), body: { reason: '오입금' } })
  await expectStaffRefusals([
    [matchDepositCall, noId, { chargeId }, 404, '존재하지 않는 입금이에요.'],
    [matchDepositCall, waiting, { chargeId }, 409, '입금액과 충전 요청 금액이 달라요.'],
    [splitDepositCall, waiting, { chargeIds: [chargeId, half] }, 409, '입금액과 충전 요청 금액이 달라요.'],
    [returnDepositCall, waiting, {}, 400, '반환 사유를 입력해 주세요.'],
    [returnDepositCall, returned, { reason: '오입금' }, 409, '이미 처리된 입금이에요.'],
    [dismissDepositCall, waiting, undefined, 409, '중복으로 의심되는 입금만 닫을 수 있어요.'],
    [importDepositsCall, 0, { csv: tooLongTable }, 400, '한 번에 1,000건까지 가져올 수 있어요.'],
  ])
})

test('restrictions and adjustments need a reason', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const past = new Date(Date.now() - 60_000).toISOString()
  await expectStaffRefusals([
    [restrictMemberCall, id, { level: 'BANNED' }, 400, '제한 사유를 입력해 주세요.'],
    [
      restrictMemberCall,
      id,
      { level: 'SUSPENDED', until: past, reason: '도용' },
      400,
      '정지 종료 시각은 지금보다 뒤여야 해요.',
    ],
    [restrictMemberCall, noId, { level: 'BANNED', reason: '도용' }, 404, '존재하지 않는 회원이에요.'],
    [adjustPointsCall, id, { delta: 500 }, 400, '조정 사유를 입력해 주세요.'],
    [adjustPointsCall, id, { delta: -5_000, reason: '오지급' }, 409, '회원의 잔액보다 많이 뺄 수 없어요.'],
  ])
})

test('what is another member’s is not there', async () => {
  const [owner, other] = [await makeMember({ points: 100_000 }), await signedIn()]
  const orderId = await makeOrder({ memberId: owner.id, serviceId: await makeService() })
  const [{ id: autoOrderId }, chargeId] = [
    await makeAutoOrder({ memberId: owner.id }),
    await makeCharge({ memberId: owner.id }),
  ]
  const messageOf = async (call: Call, id: number, { headers } = other) => {
    const { status, json } = await send(call, { headers, path: pathOf(call, id) })
    return { status, message: json.message }
  }
  expect(await messageOf(orderCall, orderId)).toEqual({ status: 404, message: '존재하지 않는 주문이에요.' })
  expect(await messageOf(cancelAutoOrderCall, autoOrderId)).toEqual({
    status: 404,
    message: '존재하지 않는 자동주문이에요.',
  })
  expect(await messageOf(withdrawChargeCall, chargeId)).toEqual({
    status: 404,
    message: '존재하지 않는 충전 요청이에요.',
  })
  const staff = await signedIn({ role: 'SUPPORT' })
  expect(await messageOf(adminOrderCall, noId, staff)).toEqual({ status: 404, message: '존재하지 않는 주문이에요.' })
})
