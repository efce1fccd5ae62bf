import { cancelPaymentHandler } from '#lib/card-payments/cancel-payment.ts'
import { approveChargeHandler } from '#lib/charges/approve-by-staff.ts'
import { payOutHandler } from '#lib/charges/pay-out-by-staff.ts'
import { importDepositsHandler } from '#lib/deposits/import-deposits.ts'
import { matchDepositHandler } from '#lib/deposits/match-by-staff.ts'
import { recoveryHandler } from '#lib/orders/recover-points.ts'
import { orderRefundHandler } from '#lib/orders/transition-by-staff.ts'
import { adjustmentHandler } from '#lib/points/adjust-points.ts'
import { promotionHandler } from '#lib/promotions/create-promotion.ts'
import type { ApprovalHandler } from '../decide-approval.ts'
import type { ApprovalKind } from '../labels.ts'

const handlerByKind: Readonly<Record<ApprovalKind, ApprovalHandler>> = {
  CHARGE_APPROVE: approveChargeHandler,
  DEPOSIT_IMPORT: importDepositsHandler,
  DEPOSIT_MATCH: matchDepositHandler,
  REFUND_PAY: payOutHandler,
  ADJUSTMENT: adjustmentHandler,
  ORDER_REFUND: orderRefundHandler,
  UNFOLLOW_RECOVERY: recoveryHandler,
  PROMOTION: promotionHandler,
  CARD_CANCEL: cancelPaymentHandler,
}

/** The handler that carries out approval requests of this kind. */
export const approvalHandlerOf = (kind: ApprovalKind): ApprovalHandler => handlerByKind[kind]
