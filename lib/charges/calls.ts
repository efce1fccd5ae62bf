import { z } from 'zod'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import { limitsOf } from '#lib/approvals/rules.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Caller, call, Reply } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { countHeader, idParams } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { approveByStaff } from './approve-by-staff.ts'
import { failCharge } from './fail-charge.ts'
import { chargeMessages, chargeSheet, chargeStatus, refundSheet, refundStatus } from './labels.ts'
import { payOutByStaff } from './pay-out-by-staff.ts'
import { refundById, refundsForStaff } from './queries/refunds.ts'
import { chargeHistory, chargesForStaff } from './queries.ts'
import { requestCharge } from './request-charge.ts'
import { requestRefund } from './request-refund.ts'
import { reverseCharge } from './reverse-charge.ts'
import {
  adminChargeQuery,
  adminCharges,
  adminRefundQuery,
  adminRefunds,
  approvedCharge,
  chargeHistoryQuery,
  chargeInput,
  chargeRow,
  reasonInput,
  refundInput,
  refundRow,
  refundVerdict,
  requestedCharge,
  reversedCharge,
  settledCharge,
  settledRefund,
} from './schema.ts'
import { rejectRefund } from './settle-refund.ts'

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
    const all = await settings(db)
    return requestCharge(db, {
      memberId: caller.memberId,
      input: body,
      idempotency,
      paymentType: all.ENABLE_PAYMENT_TYPE,
      paymentFee: all.ENABLE_PAYMENT_FEE,
      bank: {
        name: all.BANKING_NAME,
        displayText: all.BANKING_DISPLAY_TEXT,
        accountNumber: all.BANKING_ACCOUNT_NUMBER,
        bankingCode: all.BANKING_BANKING_CODE,
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
    return new Reply(rows, countHeader(total))
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
  query: adminChargeQuery,
  answer: adminCharges,
  run: ({ db, query }) => chargesForStaff(db, query),
})

export const exportChargesCall = exportCall({
  list: '/api/admin/charges',
  query: adminChargeQuery,
  sheet: chargeSheet,
  page: chargesForStaff,
})

type Verdict = { chargeId: number; action: string; after: object; reason?: string; caller: Caller; address: string }

const audit = (tx: Db, { chargeId, action, after, reason, caller, address }: Verdict) =>
  recordAudit(tx, {
    actorId: caller.memberId,
    action,
    subjectType: 'charge',
    subjectId: chargeId,
    after,
    reason: reason ?? null,
    address,
  })

const settled = (id: number, status: number, point: Points) => ({ id, status, point: pointsToNumber(point) })

export const approveChargeCall = call({
  method: 'POST',
  path: '/api/admin/charges/{id}/approve',
  access: 'MANAGER',
  params: idParams,
  answer: approvedCharge,
  run: async ({ db, caller, params, address }) => {
    const limits = limitsOf(await settings(db))
    const { status, point, approval } = await approveByStaff(db, { chargeId: params.id, caller, address, limits })
    return { ...settled(params.id, status, point), ...(approval && { approval }) }
  },
})

export const rejectChargeCall = call({
  method: 'POST',
  path: '/api/admin/charges/{id}/reject',
  access: 'MANAGER',
  params: idParams,
  body: reasonInput,
  answer: settledCharge,
  run: async ({ db, caller, params, body, address }) => {
    await refuseOwnAccount(db, {
      caller,
      address,
      action: 'charge.reject',
      subjectType: 'charge',
      subjectId: params.id,
    })
    return db.transaction(async (tx) => {
      const { point } = await failCharge(tx, { chargeId: params.id, outcome: 'REJECTED', reason: body.reason })
      const after = { status: chargeStatus.FAIL }
      await audit(tx, { chargeId: params.id, action: 'charge.reject', after, reason: body.reason, caller, address })
      return settled(params.id, chargeStatus.FAIL, point)
    })
  },
})

export const reverseChargeCall = call({
  method: 'POST',
  path: '/api/admin/charges/{id}/reverse',
  access: 'MANAGER',
  params: idParams,
  body: reasonInput,
  answer: reversedCharge,
  run: async ({ db, caller, params, body: { reason }, address }) => {
    await refuseOwnAccount(db, {
      caller,
      address,
      action: 'charge.reverse',
      subjectType: 'charge',
      subjectId: params.id,
    })
    return db.transaction(async (tx) => {
      const actor = `staff:${caller.memberId}`
      const { point, reversed, debt } = await reverseCharge(tx, { chargeId: params.id, reason, actor })
      const after = { reversed: pointsToNumber(reversed), missing: pointsToNumber(debt) }
      await audit(tx, { chargeId: params.id, action: 'charge.reverse', after, reason, caller, address })
      return { ...settled(params.id, chargeStatus.SUCCESS, point), ...after }
    })
  },
})

export const requestRefundCall = call({
  method: 'POST',
  path: '/service/refund-request',
  access: 'member',
  body: refundInput,
  status: 201,
  answer: refundRow,
  run: async ({ db, caller, body }) =>
    refundById(db, await requestRefund(db, { memberId: caller.memberId, input: body })),
})

export const adminRefundsCall = call({
  method: 'GET',
  path: '/api/admin/refund-requests',
  access: 'SUPPORT',
  query: adminRefundQuery,
  answer: adminRefunds,
  run: ({ db, caller, query }) => refundsForStaff(db, query, caller),
})

export const exportRefundsCall = exportCall({
  list: '/api/admin/refund-requests',
  query: adminRefundQuery,
  sheet: refundSheet,
  // The export is the same for all staff of a role, so it is read as member 0.
  page: (db, query, role) => refundsForStaff(db, query, { memberId: 0, role }),
})

export const settleRefundCall = call({
  method: 'PATCH',
  path: '/api/admin/refund-requests/{id}',
  access: 'MANAGER',
  reauth: 'optional',
  params: idParams,
  body: refundVerdict,
  answer: settledRefund,
  run: async ({ db, caller, params, body, address }) => {
    const request = { refundId: params.id, caller, address, ...body }
    if (body.status === refundStatus.PAID) {
      const limits = limitsOf(await settings(db))
      const { status, point, approval } = await payOutByStaff(db, { ...request, limits })
      return { ...settled(params.id, status, point), ...(approval && { approval }) }
    }
    const subject = { subjectType: 'refund', subjectId: params.id } as const
    await refuseOwnAccount(db, { caller, address, action: 'refund.reject', ...subject })
    const point = await db.transaction((tx) => rejectRefund(tx, request))
    return settled(params.id, body.status, point)
  },
})
