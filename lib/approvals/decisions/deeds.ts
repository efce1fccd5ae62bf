import { approvalDeed } from '#lib/charges/approve-by-staff.ts'
import { payOutDeed } from '#lib/charges/pay-out-by-staff.ts'
import { importDeed } from '#lib/deposits/import-deposits.ts'
import { matchDeed } from '#lib/deposits/match-by-staff.ts'
import { orderRefundDeed } from '#lib/orders/transition-by-staff.ts'
import { adjustmentDeed } from '#lib/points/adjust-points.ts'
import type { Deed } from '../decide-approval.ts'
import type { ApprovalKind } from '../labels.ts'

const deeds: Readonly<Record<ApprovalKind, Deed>> = {
  CHARGE_APPROVE: approvalDeed,
  DEPOSIT_IMPORT: importDeed,
  DEPOSIT_MATCH: matchDeed,
  REFUND_PAY: payOutDeed,
  ADJUSTMENT: adjustmentDeed,
  ORDER_REFUND: orderRefundDeed,
}

/** What a kind of request does once a second person has confirmed it. */
export const deedOf = (kind: ApprovalKind): Deed => deeds[kind]
