import { confirmApprovalCall, refuseApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { worker } from '#lib/audit/actor.ts'
import { cancelPaymentCall } from '#lib/card-payments/calls.ts'
import { makeCardCharge } from '#lib/card-payments/testing/payments.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { approveChargeCall, settleRefundCall } from '#lib/charges/calls.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput } from '#lib/charges/testing/refunds.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { matchDepositCall, mergeDepositsCall, splitDepositCall } from '#lib/deposits/calls.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { recoverOrderCall, transitionManyCall, transitionOrderCall } from '#lib/orders/calls.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { adjustPointsCall, confirmAdjustmentCall, refuseAdjustmentCall } from '#lib/points/calls.ts'
import { createPromotionCall } from '#lib/promotions/calls.ts'
import { makeBonusInput } from '#lib/promotions/testing/promotions.ts'
import { answerRequestCall } from '#lib/requests/calls.ts'
import { makeRequest } from '#lib/requests/testing/requests.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { type RecordedAction, type Staff, sendStaffCall, type WaysByAction } from './action-ways.ts'

const { COMPLETED, CANCELED } = orderStatus
const reason = '고객 요청'
/** LARGE is above APPROVAL_LIMIT, so that a second person must confirm; SMALL is below. Both are in points. */
const [LARGE, SMALL] = [1_200_000, 10_000]

const newMember = async (points = 0): Promise<number> => (await makeMember({ points })).id

/** Creates an order of this price. With `delivered` the worker has also completed it. */
async function order(price: number, delivered = false): Promise<number> {
  const memberId = await newMember(price)
  const id = await makeOrder({ memberId, serviceId: await makeService({ price: price / 1_000 }), amount: 1_000 })
  const ending = { orderId: id, status: COMPLETED, remains: 0, startCount: null, reason: '' }
  if (delivered) await transitionOrder(db(), worker, ending)
  return id
}

type DeliveryTask = 'DELIVERY_BY_HAND' | 'DELIVERY_DEAR' | 'DELIVERY_LATE' | 'DELIVERY_REFUSED'

async function makeTask(orderId: number, kind: DeliveryTask, detail: object): Promise<number> {
  await fileTask(db(), { kind, refType: 'order', refId: orderId, detail: { ...detail } })
  const found = 'SELECT id FROM tasks WHERE ref_id = $1 AND kind = $2'
  return (await oneRow<{ id: number }>(db(), found, [orderId, kind])).id
}

/**
 * Number of refunds so far, from which each gets a depositor name of its own: a name that two members share would need
 * the approval of a second person.
 */
let refundCount = 0

const fileLateTask = (orderId: number) => makeTask(orderId, 'DELIVERY_LATE', { status: CANCELED, applicable: true })

/** The ways in which staff perform actions that move points or decide about an order, by the name of the action. */
export function pointActionWays({ asker, second, owner, secondOwner }: Staff): WaysByAction {
  const confirm = ({ approval }: { approval: { id: number } }, by = second) =>
    sendStaffCall(confirmApprovalCall, by, { id: approval.id, body: { reason: '' } })
  const orderDone = (orderId: number): RecordedAction => ({
    subjectType: 'order',
    subjectId: orderId,
    actor: asker,
    orderId,
  })
  const chargeDone = (subjectId: number): RecordedAction => ({ subjectType: 'charge', subjectId, actor: asker })
  const recoveryDone = (subjectId: number): RecordedAction => ({ subjectType: 'order', subjectId, actor: asker })
  const depositDone = (subjectId: number): RecordedAction => ({ subjectType: 'deposit', subjectId, actor: asker })
  const ofMember = (subjectId: number, actor = owner): RecordedAction => ({ subjectType: 'member', subjectId, actor })

  const match = async (memberId: number) => {
    const [chargeId, id] = [await makeCharge({ memberId }), await makeDeposit()]
    return { chargeId, id, answer: await sendStaffCall(matchDepositCall, asker, { id, body: { chargeId } }) }
  }
  /** Matches the charge of a member of staff. The match takes effect only after a second person has confirmed it. */
  const confirmedMatch = async () => {
    const matched = await match((await makeMember({ role: 'SUPPORT' })).id)
    await confirm(matched.answer)
    return matched
  }
  const adjust = async (delta: number) => {
    const id = await newMember()
    return { id, answer: await sendStaffCall(adjustPointsCall, owner, { id, body: { delta, reason } }) }
  }
  const paid = { status: 1, bankChecked: true, reason }
  const requestedCashRefund = async (point: number) => {
    const [memberId, name] = [await newMember(), `환불${++refundCount}`]
    const chargeId = await makeCharge({ memberId, point, name })
    await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
    return requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(), name } })
  }
  const refund = async (point: number) => {
    const id = await requestedCashRefund(point)
    return { id, answer: await sendStaffCall(settleRefundCall, asker, { id, body: paid }) }
  }

  return {
    'order.transition': {
      'the call': async () => {
        const id = await order(SMALL)
        await sendStaffCall(transitionOrderCall, asker, { id, body: { status: CANCELED, reason } })
        return orderDone(id)
      },
      'the call for several orders': async () => {
        const id = await order(SMALL)
        const orders = [{ id, from: orderStatus.PENDING }]
        await sendStaffCall(transitionManyCall, asker, { body: { orders, status: CANCELED, reason } })
        return orderDone(id)
      },
      'the call, confirmed by a second person': async () => {
        const id = await order(LARGE, true)
        await confirm(await sendStaffCall(transitionOrderCall, asker, { id, body: { status: CANCELED, reason } }))
        return orderDone(id)
      },
      'the task of a late update': async () => {
        const id = await order(SMALL, true)
        await sendStaffCall(resolveTaskCall, asker, { id: await fileLateTask(id), body: { action: 'apply', reason } })
        return orderDone(id)
      },
      'the task of a late update, confirmed by a second person': async () => {
        const id = await order(LARGE, true)
        await confirm(
          await sendStaffCall(resolveTaskCall, asker, {
            id: await fileLateTask(id),
            body: { action: 'apply', reason },
          }),
        )
        return orderDone(id)
      },
      'the task of a number entered by hand': async () => {
        const id = await order(SMALL, true)
        const taskId = await makeTask(id, 'DELIVERY_BY_HAND', { status: CANCELED })
        await sendStaffCall(resolveTaskCall, asker, { id: taskId, body: { action: 'apply', reason } })
        return orderDone(id)
      },
      'the task of a refused delivery': async () => {
        const id = await order(SMALL)
        const taskId = await makeTask(id, 'DELIVERY_REFUSED', {})
        await sendStaffCall(resolveTaskCall, asker, { id: taskId, body: { action: 'cancel', reason } })
        return orderDone(id)
      },
      'the task of a delivery that would cost too much': async () => {
        const id = await order(SMALL)
        const taskId = await makeTask(id, 'DELIVERY_DEAR', {})
        await sendStaffCall(resolveTaskCall, asker, { id: taskId, body: { action: 'cancel', reason } })
        return orderDone(id)
      },
    },
    'order.recover': {
      'the call': async () => {
        const id = await order(SMALL, true)
        await sendStaffCall(recoverOrderCall, asker, { id, body: { dropped: 1_000, reason } })
        return recoveryDone(id)
      },
      'the call, confirmed by a second person': async () => {
        const id = await order(LARGE, true)
        await confirm(await sendStaffCall(recoverOrderCall, asker, { id, body: { dropped: 1_000, reason } }))
        return recoveryDone(id)
      },
    },
    'request.answer': {
      'the call': async () => {
        const id = await makeRequest(await newMember(SMALL))
        await sendStaffCall(answerRequestCall, asker, { id, body: { state: 'REFUSED', reason } })
        return { subjectType: 'request', subjectId: id, actor: asker }
      },
      'a task': async () => {
        const id = await makeRequest(await newMember(SMALL))
        const found = "SELECT id FROM tasks WHERE kind = 'REQUEST' AND ref_id = $1"
        const task = await oneRow<{ id: number }>(db(), found, [id])
        await sendStaffCall(resolveTaskCall, asker, { id: task.id, body: { action: 'refuse', reason } })
        return { subjectType: 'request', subjectId: id, actor: asker }
      },
    },
    'promotion.create': {
      'the call': async () => {
        const { id } = await sendStaffCall(createPromotionCall, asker, { body: makeBonusInput() })
        return { subjectType: 'promotion', subjectId: id, actor: asker }
      },
      'the call, confirmed by a second person': async () => {
        const answer = await sendStaffCall(createPromotionCall, owner, { body: makeBonusInput({ budget: 2_000_000 }) })
        await confirm(answer, secondOwner)
        return { subjectType: 'promotion', subjectId: answer.id, actor: owner }
      },
    },
    'charge.approve': {
      'the call': async () => {
        const id = await makeCharge({ memberId: await newMember() })
        await sendStaffCall(approveChargeCall, asker, { id })
        return chargeDone(id)
      },
      'the call, confirmed by a second person': async () => {
        const id = await makeCharge({ memberId: await newMember(), point: LARGE })
        await confirm(await sendStaffCall(approveChargeCall, asker, { id }))
        return chargeDone(id)
      },
      'a deposit matched by hand': async () => chargeDone((await match(await newMember())).chargeId),
      'a deposit matched by hand, confirmed by a second person': async () =>
        chargeDone((await confirmedMatch()).chargeId),
      'a deposit split by hand': async () => {
        const half = async () => makeCharge({ memberId: await newMember(), point: SMALL / 2 })
        const chargeIds = [await half(), await half()]
        await sendStaffCall(splitDepositCall, asker, { id: await makeDeposit(), body: { chargeIds } })
        return chargeDone(chargeIds[1] ?? 0)
      },
      'deposits merged by hand': async () => {
        const chargeId = await makeCharge({ memberId: await newMember(), point: SMALL * 2 })
        const body = { chargeId, depositIds: [await makeDeposit()] }
        await sendStaffCall(mergeDepositsCall, asker, { id: await makeDeposit(), body })
        return chargeDone(chargeId)
      },
    },
    'charge.cancel-payment': {
      'the call': async () => {
        await makeConnection({ kind: 'portone' })
        const id = await makeCardCharge(await newMember(), SMALL)
        await sendStaffCall(cancelPaymentCall, asker, { id, body: { reason } })
        return chargeDone(id)
      },
      'the call, confirmed by a second person': async () => {
        await makeConnection({ kind: 'portone' })
        const id = await makeCardCharge(await newMember(), LARGE)
        await confirm(await sendStaffCall(cancelPaymentCall, asker, { id, body: { reason } }))
        return chargeDone(id)
      },
    },
    'deposit.matched': {
      'the call': async () => depositDone((await match(await newMember())).id),
      'the call, confirmed by a second person': async () => depositDone((await confirmedMatch()).id),
    },
    'refund.pay': {
      'the call': async () => ({ subjectType: 'refund', subjectId: (await refund(SMALL)).id, actor: asker }),
      'the call, confirmed by a second person': async () => {
        const { id, answer } = await refund(LARGE)
        await confirm(answer)
        return { subjectType: 'refund', subjectId: id, actor: asker }
      },
      // The call that then makes the transfer file takes no reason. Its audit row is tested in
      // lib/transfers/transfers.test.ts.
      'the call, to be sent by a transfer file': async () => {
        const id = await requestedCashRefund(SMALL)
        await sendStaffCall(settleRefundCall, asker, { id, body: { ...paid, byFile: true } })
        return { subjectType: 'refund', subjectId: id, actor: asker }
      },
    },
    'points.adjust': {
      'the call': async () => ofMember((await adjust(SMALL)).id),
      'the call, confirmed among the approvals': async () => {
        const { id, answer } = await adjust(LARGE)
        await confirm(answer, secondOwner)
        return ofMember(id)
      },
      'the call, confirmed among the adjustments': async () => {
        const { id, answer } = await adjust(LARGE)
        await sendStaffCall(confirmAdjustmentCall, secondOwner, { id: answer.id })
        return ofMember(id)
      },
    },
    'points.refuse': {
      'a refusal among the approvals': async () => {
        const { id, answer } = await adjust(LARGE)
        await sendStaffCall(refuseApprovalCall, secondOwner, { id: answer.approval.id, body: { reason: '' } })
        return ofMember(id, secondOwner)
      },
      'a refusal among the adjustments': async () => {
        const { id, answer } = await adjust(LARGE)
        await sendStaffCall(refuseAdjustmentCall, secondOwner, { id: answer.id })
        return ofMember(id, secondOwner)
      },
    },
  }
}
