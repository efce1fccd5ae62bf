import { z } from 'zod'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { staffActor } from '#lib/audit/actor.ts'
import { call, Reply } from '#lib/core/call.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { idParams, totalCountHeader } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { approveByStaff } from './approve-by-staff.ts'
import { failCharge } from './fail-charge.ts'
import { cashRefundSheet, chargeMessages, chargeSheet, chargeStatus, refundStatus } from './labels.ts'
import { payOutByStaff } from './pay-out-by-staff.ts'
import { cashRefundById, cashRefundsForStaff } from './queries/refunds.ts'
import { chargeHistory, chargesForStaff } from './queries.ts'
import { rejectCashRefund } from './reject-cash-refund.ts'
import { rejectCharge } from './reject-charge.ts'
import { requestCashRefund } from './request-cash-refund.ts'
import { requestCharge } from './request-charge.ts'
import { reverseCharge } from './reverse-charge.ts'
import {
  adminCashRefundPage,
  adminChargePage,
  adminChargeQuery,
  adminRefundQuery,
  approvedCharge,
  cashRefundDecision,
  cashRefundInput,
  cashRefundRow,
  chargeHistoryQuery,
  chargeInput,
  chargeRow,
  reasonInput,
  requestedCharge,
  reversedCharge,
  settledCashRefund,
  settledCharge,
} from './schema.ts'

export const requestChargeCall = call({
  method: 'POST',
  path: '/service/point',
  access: 'member',
  idempotent: true,
  body: chargeInput,
  malformed: chargeMessages.failed,
  status: 201,
  answer: requestedCharge,
  run: async ({ db, caller, body, idempotency }) => {
    const values = await settings(db)
    return requestCharge(db, {
      memberId: caller.memberId,
      input: body,
      idempotency,
      paymentType: values.ENABLE_PAYMENT_TYPE,
      paymentFee: values.ENABLE_PAYMENT_FEE,
      bank: {
        name: values.BANKING_NAME,
        displayText: values.BANKING_DISPLAY_TEXT,
        accountNumber: values.BANKING_ACCOUNT_NUMBER,
        bankingCode: values.BANKING_BANKING_CODE,
      },
    })
  },
})

export const chargeHistoryCall = call({
  method: 'GET',
  path: '/service/point-history',
  access: 'member',
  query: chargeHistoryQuery,
  answer: z.array(chargeRow),
  run: async ({ db, caller, query }) => {
    const { rows, total } = await chargeHistory(db, caller.memberId, query)
    return new Reply(rows, totalCountHeader(total))
  },
})

export const withdrawChargeCall = call({
  method: 'POST',
  path: '/service/point/{id}/withdraw',
  access: 'member',
  params: idParams,
  answer: settledCharge,
  run: async ({ db, caller, params }) => {
    const { point } = await failCharge(db, { chargeId: params.id, outcome: 'WITHDRAWN', memberId: caller.memberId })
    return { id: params.id, status: chargeStatus.FAIL, point: pointsToNumber(point) }
  },
})

export const adminChargesCall = call({
  method: 'GET',
  path: '/api/admin/charges',
  access: 'SUPPORT',
  query: withDaysInOrder(adminChargeQuery),
  answer: adminChargePage,
  run: ({ db, query }) => chargesForStaff(db, query),
})

export const exportChargesCall = exportCall({
  list: '/api/admin/charges',
  query: adminChargeQuery,
  sheet: chargeSheet,
  page: chargesForStaff,
})

const settledAnswer = (id: number, status: number, point: Points) => ({ id, status, point: pointsToNumber(point) })

export const approveChargeCall = call({
  method: 'POST',
  path: '/api/admin/charges/{id}/approve',
  access: 'MANAGER',
  params: idParams,
  answer: approvedCharge,
  run: async ({ db, params, ...context }) => {
    const input = { chargeId: params.id, limits: approvalLimitsOf(await settings(db)) }
    const { status, point, approval } = await approveByStaff(db, staffActor(context), input)
    return { ...settledAnswer(params.id, status, point), ...(approval && { approval }) }
  },
})

export const rejectChargeCall = call({
  method: 'POST',
  path: '/api/admin/charges/{id}/reject',
  access: 'MANAGER',
  params: idParams,
  body: reasonInput,
  answer: settledCharge,
  run: async ({ db, params, body: { reason }, ...context }) => {
    const { point } = await rejectCharge(db, staffActor(context), { chargeId: params.id, reason })
    return settledAnswer(params.id, chargeStatus.FAIL, point)
  },
})

export const reverseChargeCall = call({
  method: 'POST',
  path: '/api/admin/charges/{id}/reverse',
  access: 'MANAGER',
  params: idParams,
  body: reasonInput,
  answer: reversedCharge,
  run: async ({ db, params, body: { reason }, ...context }) => {
    const reversal = { chargeId: params.id, reason }
    const { point, reversed, debt } = await reverseCharge(db, staffActor(context), reversal)
    const reversedPoints = { reversed: pointsToNumber(reversed), missing: pointsToNumber(debt) }
    return { ...settledAnswer(params.id, chargeStatus.SUCCESS, point), ...reversedPoints }
  },
})

export const requestCashRefundCall = call({
  method: 'POST',
  path: '/service/refund-request',
  access: 'member',
  reauth: 'after an hour',
  body: cashRefundInput,
  status: 201,
  answer: cashRefundRow,
  run: async ({ db, caller, body }) =>
    cashRefundById(db, await requestCashRefund(db, { memberId: caller.memberId, input: body })),
})

export const adminRefundsCall = call({
  method: 'GET',
  path: '/api/admin/refund-requests',
  access: 'SUPPORT',
  query: withDaysInOrder(adminRefundQuery),
  answer: adminCashRefundPage,
  run: ({ db, caller, query }) => cashRefundsForStaff(db, query, caller),
})

export const exportRefundsCall = exportCall({
  list: '/api/admin/refund-requests',
  query: adminRefundQuery,
  sheet: cashRefundSheet,
  // The list tells each reader what a pay-out would demand of him, which depends on whether he helped to credit a
  // charge whose points the request pays back. An export is the same for all staff of a role, so it is read as member
  // id 0, which nobody has.
  page: (db, query, role) => cashRefundsForStaff(db, query, { memberId: 0, role }),
})

export const settleRefundCall = call({
  method: 'PATCH',
  path: '/api/admin/refund-requests/{id}',
  access: 'MANAGER',
  reauth: 'optional',
  params: idParams,
  body: cashRefundDecision,
  answer: settledCashRefund,
  run: async ({ db, params, body, ...context }) => {
    const actor = staffActor(context)
    if (body.status === refundStatus.PAID) {
      const request = { refundId: params.id, bankChecked: body.bankChecked, reason: body.reason, byFile: body.byFile }
      const limits = approvalLimitsOf(await settings(db))
      const { status, point, approval } = await payOutByStaff(db, actor, { ...request, limits })
      return { ...settledAnswer(params.id, status, point), ...(approval && { approval }) }
    }
    const { point } = await rejectCashRefund(db, actor, { refundId: params.id, reason: body.reason })
    return settledAnswer(params.id, body.status, point)
  },
})
