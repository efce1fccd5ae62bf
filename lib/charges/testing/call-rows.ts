import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeCharge } from './charges.ts'
import { makeCashRefundInput, makeCashRefundRequest, makeCreditedCharge } from './refunds.ts'

const makeOwnCharge = (owner: { id: number }) => makeCharge({ memberId: owner.id })

export const callTestRows: CallTestRows = {
  'GET /api/admin/refund-requests/export': {
    access: 'SUPPORT',
    query: { good: 'status=1&transfer=DUE&q=hong', bad: ['status=x', 'transfer=x', 'q=%00'] },
  },
  'GET /api/admin/charges/export': {
    access: 'SUPPORT',
    query: { good: 'status=0&q=hong', bad: ['status=x', 'q=%00'] },
  },
  'POST /service/point': {
    access: 'member',
    status: 201,
    body: () => ({ name: '홍길동', point: 1_000, feeType: 2, feeValue: {} }),
    malformed: '오류가 발생했습니다 잠시 후 시도해 주세요.',
  },
  'GET /service/point-history': {
    access: 'member',
    query: { good: 'status=0&page=1&size=10', bad: ['status=3', 'page=0', 'size=1001', 'size=x', 'page=%00'] },
  },
  'POST /service/point/{id}/withdraw': { access: 'member', id: makeOwnCharge },
  'GET /api/admin/charges': {
    access: 'SUPPORT',
    query: { good: 'status=0&q=hong&size=200&cursor=9', bad: ['size=201', 'cursor=0', 'status=-1', 'q=%00'] },
  },
  'POST /api/admin/charges/{id}/approve': { access: 'MANAGER', id: makeOwnCharge },
  'POST /api/admin/charges/{id}/reject': {
    access: 'MANAGER',
    id: makeOwnCharge,
    body: () => ({ reason: '입금 없음' }),
  },
  'POST /api/admin/charges/{id}/reverse': {
    access: 'MANAGER',
    id: (owner) => makeCreditedCharge(owner.id),
    body: () => ({ reason: '잘못 승인' }),
  },
  'POST /service/refund-request': {
    access: 'member',
    status: 201,
    body: async (owner) => {
      await makeCreditedCharge(owner.id)
      return makeCashRefundInput(5_000)
    },
    headers: reauthHeaders,
  },
  'GET /api/admin/refund-requests': {
    access: 'SUPPORT',
    query: {
      good: 'status=1&transfer=DUE&q=hong&size=200&cursor=9',
      bad: ['size=201', 'cursor=0', 'status=-1', 'transfer=SENT', 'q=%00'],
    },
  },
  'PATCH /api/admin/refund-requests/{id}': {
    access: 'MANAGER',
    id: (owner) => makeCashRefundRequest(owner.id),
    body: () => ({ status: 1, bankChecked: true }),
  },
}
