import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { adminRefundsCall, requestCashRefundCall, settleRefundCall } from '#lib/charges/calls.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput, makeCashRefundRequest, makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { expectRefusals } from '#lib/web/testing/refusals.ts'

afterEach(() => expectBooksBalance())

/** Makes a member who has just proved his identity, which a request for a refund requires. */
async function provenMember() {
  const member = await signedIn()
  return { ...member, headers: { ...member.headers, ...(await reauthHeaders(member)) } }
}

test('a refund request meets its rules in the form’s order', async () => {
  const { id, headers } = await provenMember()
  await makeCreditedCharge(id, 10_000)
  const body = await expectRefusals(requestCashRefundCall, headers, [
    [{ point: 0 }, '환불 금액을 입력해 주세요'],
    [{ point: 4_000 }, '은행을 입력해 주세요'],
    [{ bank: '국민은행' }, '예금주를 입력해 주세요'],
    [{ name: '홍길동' }, '계좌번호를 확인해 주세요'],
    [{ account: '12-34' }, '계좌번호를 확인해 주세요'],
    [{ account: '123-456-789012' }, '이메일 형식을 맞춰주세요'],
  ])
  const request = { headers, body: { ...body, email: 'me@example.com' } }
  expect(await send(requestCashRefundCall, request)).toMatchObject({
    status: 201,
    json: { point: 4_000, status: 0, account: '****9012', name: '홍길동', reason: null, responseAt: null },
  })
  expect(await send(requestCashRefundCall, request)).toMatchObject({
    status: 409,
    json: { code: 'CONFLICT', message: '이미 처리 중인 환불 신청이 있어요.' },
  })
})

test.each([{ point: '1' }, { point: 0.5 }, { point: -1 }, { point: 1e300 }, { bank: 1 }, { account: ['1'] }])(
  'a refund request with %j is malformed',
  async (wrong) => {
    const { id, headers } = await provenMember()
    await makeCreditedCharge(id)
    const body = { bank: '국민은행', account: '123456789012', name: '홍길동', email: 'me@example.com', ...wrong }
    const { status, json } = await send(requestCashRefundCall, { headers, body })
    expect({ status, message: json.message }).toEqual({ status: 400, message: '입력 양식을 맞춰주세요' })
  },
)

test('staff pay a refund request out once or reject it with a reason, and leave a trail', async () => {
  const staff = await signedIn({ role: 'MANAGER' })
  const member = await signedIn()
  const name = '나혼자'
  const chargeId = await makeCharge({ memberId: member.id, name })
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  const refundId = await requestCashRefund(db(), { memberId: member.id, input: { ...makeCashRefundInput(), name } })
  const settle = (body: unknown) =>
    send(settleRefundCall, { headers: staff.headers, path: `/api/admin/refund-requests/${refundId}`, body })
  expect(await settle({ status: 2 })).toMatchObject({ status: 400, json: { message: '사유를 입력해 주세요.' } })
  expect((await settle({ status: 0 })).status).toBe(400)
  expect(await settle({ status: 1 })).toMatchObject({ status: 409, json: { message: expect.stringContaining('은행') } })
  const paid = { status: 1, bankChecked: true }
  expect(await settle(paid)).toMatchObject({ status: 200, json: { id: refundId, status: 1, point: 10_000 } })
  expect(await settle(paid)).toMatchObject({ status: 409, json: { message: '이미 처리된 환불 신청이에요.' } })
  const { json } = await send(adminRefundsCall, { headers: staff.headers, search: `status=1&q=${member.loginId}` })
  expect(json).toMatchObject({ rows: [{ id: refundId, memberId: member.loginId, status: 1 }], total: 1 })
  const trail = await db().rows("SELECT action FROM audit_entries WHERE subject_type = 'refund' AND subject_id = $1", [
    String(refundId),
  ])
  expect(trail).toEqual([{ action: 'refund.pay' }])
})

test('SUPPORT sees no more of an account number than its end', async () => {
  const refundId = await makeCashRefundRequest((await signedIn()).id)
  const accountFor = async (role: 'SUPPORT' | 'MANAGER' | 'OWNER') => {
    const { headers } = await signedIn({ role })
    const { json } = await send(adminRefundsCall, { headers, search: 'status=0' })
    return json.rows.find(({ id }: { id: number }) => id === refundId).account
  }
  expect(await accountFor('SUPPORT')).toBe('****1234')
  expect([await accountFor('MANAGER'), await accountFor('OWNER')]).toEqual(['12345678901234', '12345678901234'])
})
