import fc from 'fast-check'
import { confirmApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { cancelPaymentCall, startPaymentCall } from '#lib/card-payments/calls.ts'
import { workUntilSettled } from '#lib/card-payments/testing/world.ts'
import {
  approveChargeCall,
  rejectChargeCall,
  requestCashRefundCall,
  requestChargeCall,
  reverseChargeCall,
  settleRefundCall,
  withdrawChargeCall,
} from '#lib/charges/calls.ts'
import { db } from '#lib/core/db.ts'
import {
  depositHookCall,
  importDepositsCall,
  matchDepositCall,
  mergeDepositsCall,
  returnDepositCall,
  splitDepositCall,
} from '#lib/deposits/calls.ts'
import { signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { expireChargesJob } from '#lib/jobs/expire-charges-job.ts'
import { matchDepositsJob } from '#lib/jobs/match-deposits-job.ts'
import { payRewardsJob } from '#lib/jobs/pay-rewards-job.ts'
import { placeOrdersCall } from '#lib/orders/bulk/calls.ts'
import { placeOrderCall, recoverOrderCall, transitionOrderCall } from '#lib/orders/calls.ts'
import { adjustPointsCall } from '#lib/points/calls.ts'
import { createPromotionCall, redeemCouponCall } from '#lib/promotions/calls.ts'
import { answerRequestCall, cancelOrderCall, refillOrderCall } from '#lib/requests/calls.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { openBankAccount, type Person, transfer } from './bank.ts'
import type { AbuseDatabase } from './database.ts'
import { runOwnerRound } from './honest-owner.ts'
import {
  findChargeOfPayment,
  listDeposits,
  listRefunds,
  listRewardTasks,
  listWaitingApprovals,
  readBalances,
} from './records.ts'
import { type CardPayment, type Participant, type RequestedCharge, randomName, sendCall, type World } from './world.ts'

/**
 * Amounts of charges in won. Gang and strangers use the same amounts, so that deposits of different people can be
 * mistaken for each other. The highest amount is above ADJUSTMENT_LIMIT.
 */
const amounts = [10_000, 37_700, 50_000, 400_000, 1_500_000] as const

/**
 * Hours that the action `wait` lets pass: within every deadline (1), past a charge's expiry (4), past the daily limits
 * (25), and shortly before, shortly after and long after the end of the refund period (71, 73, 170).
 */
const waitingHours = [1, 4, 25, 71, 73, 170] as const

// Index of the record that an action uses, counted from the newest record, which is the most frequent.
const recordIndex = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) })
const memberIndex = fc.nat(2)
const amount = fc.constantFrom(...amounts)

/**
 * One random action of the gang, a stranger, the MANAGER, the OWNER or the clock. Its numbers select among the records
 * that exist when it is performed, modulo their count.
 */
export const randomAction = fc.oneof(
  // The three members who cheat together
  { weight: 6, arbitrary: fc.record({ do: fc.constant('charge'), who: memberIndex, amount, name: fc.nat(6) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay'), charge: recordIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('transfer'), who: memberIndex, amount, name: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw'), charge: recordIndex }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('payByCard'), who: memberIndex, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cancelAtCardCompany'),
      payment: recordIndex,
      quarters: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('order'), who: memberIndex, quarters: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('orderMany'), who: memberIndex, quarters: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancelOrder'), order: recordIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refill'), order: recordIndex }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('askRefund'),
      who: memberIndex,
      account: fc.nat(3),
      lies: fc.boolean(),
      quarters: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redeem'), who: memberIndex, coupon: recordIndex }) },
  // Strangers
  { weight: 3, arbitrary: fc.record({ do: fc.constant('strangerCharges'), who: fc.nat(1), amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('strangerPays'), who: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('strayDeposit'), amount }) },
  // The dishonest MANAGER
  { weight: 4, arbitrary: fc.record({ do: fc.constant('import'), charge: recordIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('importCopy'), line: recordIndex }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('match'),
      deposit: recordIndex,
      charge: recordIndex,
      credited: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('split'), deposit: recordIndex, charges: fc.array(recordIndex) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('merge'), deposit: recordIndex, other: recordIndex, charge: recordIndex }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return'), deposit: recordIndex }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('approve'), charge: recordIndex }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reject'), charge: recordIndex }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse'), charge: recordIndex }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cancelPayment'),
      payment: recordIndex,
      quarters: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('adjust'), who: memberIndex, amount, takes: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('promote'), isCoupon: fc.boolean(), amount, once: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('settleRefund'), refund: recordIndex, pays: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('transition'), order: recordIndex, status: fc.constantFrom(1, 2, 3, 5) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('recover'), order: recordIndex, quarters: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('answerRequest'), request: recordIndex, refuses: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm'), approval: recordIndex }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('payReward'), task: recordIndex }) },
  // The honest OWNER, the jobs and time
  { weight: 3, arbitrary: fc.record({ do: fc.constant('runOwnerRound') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sweep') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.constantFrom(...waitingHours) }) },
)

export type RandomAction = typeof randomAction extends fc.Arbitrary<infer Each> ? Each : never
type ActionOf<Name extends RandomAction['do']> = Extract<RandomAction, { do: Name }>

const pickAt = <T>(all: readonly T[], at: number): T | undefined => all[at % (all.length || 1)]
const newestAt = <T>(all: readonly T[], at: number): T | undefined => pickAt(all.toReversed(), at)

const reasonBody = { reason: '확인함' }

/** Transfers money to the shop's account. The bank reports the transfer to the shop by webhook at once. */
async function transferToShop(world: World, payer: Person, name: string, won: number): Promise<void> {
  const { externalId } = transfer(world.bank, payer, name, won)
  const body = [{ externalId, name, amount: won, at: new Date().toISOString() }]
  await sendCall(depositHookCall, null, { body, headers: signatureHeaders(Buffer.from(JSON.stringify(body))) })
}

async function requestCharge(world: World, by: Participant, name: string, won: number): Promise<void> {
  const made = await sendCall<{ id: number }>(requestChargeCall, by, {
    body: { name, point: won, feeType: 2, feeValue: {} },
  })
  if (made) world.charges.push({ id: made.id, by, name, amount: won })
}

const gangCharges = ({ charges }: World): RequestedCharge[] => charges.filter(({ by }) => by.person.isGang)

/** Pays by card in PortOne's window. PortOne's webhook reports the payment to the shop at once. */
async function payByCard(world: World, { who: at, amount: won }: ActionOf<'payByCard'>): Promise<void> {
  const by = pickAt(world.gang, at) as Participant
  const begun = await sendCall<{ paymentId: string }>(startPaymentCall, by, { body: { point: won, payMethod: 'CARD' } })
  if (!begun) return
  world.portone.pay(begun.paymentId, won)
  world.payments.push({ paymentId: begun.paymentId, won })
  await workUntilSettled(world.portone, 1)
}

/** The MANAGER cancels `quarters` quarters of a card payment; with 4, all of it that can still be cancelled. */
async function cancelPayment(world: World, payment: CardPayment, quarters: number): Promise<void> {
  const id = await findChargeOfPayment(payment.paymentId)
  const point = quarters === 4 ? null : (payment.won * quarters) / 4
  if (id !== undefined) await sendCall(cancelPaymentCall, world.manager, { id, body: { point, ...reasonBody } })
}

/**
 * Requests a refund of `quarters` quarters of a gang member's balance to the account of a member or of the MANAGER. If
 * `lies`, he names the depositor as the account holder, instead of the real holder.
 */
async function requestCashRefund(
  world: World,
  { who: at, account: to, lies, quarters }: ActionOf<'askRefund'>,
): Promise<void> {
  const by = pickAt(world.gang, at) as Participant
  const { person } = pickAt([...world.gang, world.manager], to) as Participant
  const won = Math.floor(((await readBalances(world)).get(by.id) ?? 0) * quarters * 0.25)
  const charged = newestAt(
    world.charges.filter((charge) => charge.by === by),
    0,
  )
  const body = {
    ...(quarters < 4 && { point: won }),
    email: 'gang@example.com',
    name: lies ? (charged?.name ?? person.name) : person.name,
    bank: '국민은행',
    account: person.account,
  }
  const made = await sendCall<{ id: number }>(requestCashRefundCall, by, { body })
  if (made) world.accounts.set(made.id, person.account)
}

async function placeOrder(world: World, { who: at, quarters }: ActionOf<'order'>): Promise<void> {
  const by = pickAt(world.gang, at) as Participant
  const won = Math.floor(((await readBalances(world)).get(by.id) ?? 0) * quarters * 0.25)
  if (won === 0) return
  const body = { serviceId: world.serviceId, link: 'https://www.instagram.com/gang/', amount: won }
  const made = await sendCall<{ orderId: number }>(placeOrderCall, by, { body })
  if (made) world.orders.push({ id: made.orderId, by, won })
}

/** Spends `quarters` quarters of the balance on two orders of different sizes in one bulk call. */
async function placeMany(world: World, { who: at, quarters }: ActionOf<'orderMany'>): Promise<void> {
  const by = pickAt(world.gang, at) as Participant
  const won = Math.floor(((await readBalances(world)).get(by.id) ?? 0) * quarters * 0.25)
  const amounts = [Math.floor(won / 3), won - Math.floor(won / 3)].filter((amount) => amount > 0)
  if (amounts.length === 0) return
  const link = 'https://www.instagram.com/gang/'
  const body = { orders: amounts.map((amount) => ({ serviceId: world.serviceId, link, amount })) }
  const made = await sendCall<{ results: { index: number; orderId?: number }[] }>(placeOrdersCall, by, { body })
  for (const { index, orderId } of made?.results ?? [])
    if (orderId !== undefined) world.orders.push({ id: orderId, by, won: amounts[index] ?? 0 })
}

/**
 * The MANAGER creates a bonus of 30 %, or a coupon of half of `amount` that is credited at once or with a charge of at
 * least `amount`.
 */
async function promote(world: World, { isCoupon, amount: won, once }: ActionOf<'promote'>): Promise<void> {
  const gives = isCoupon
    ? { kind: 'COUPON', point: won / 2, minCharge: once ? 0 : won }
    : { kind: 'BONUS', percent: 30, once }
  const [startsAt, endsAt] = [-1, 100].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  const body = { name: randomName('혜택'), ...gives, startsAt, endsAt, budget: 1_000_000 }
  const made = await sendCall<{ code: string | null }>(createPromotionCall, world.manager, { body })
  if (made?.code) world.coupons.push(made.code)
}

/** A bank line for the MANAGER to import, of a transfer that nobody made. */
const inventedLine = (name: string, won: number) => ({
  externalId: randomName('typed-'),
  name,
  amount: won,
  at: new Date().toISOString(),
})

type Perform<Name extends RandomAction['do']> = (
  world: World,
  wanted: ActionOf<Name>,
  shop: AbuseDatabase,
) => Promise<unknown>

const performByName: { [Name in RandomAction['do']]: Perform<Name> } = {
  charge: (world, { who: at, amount: won, name }) =>
    requestCharge(world, pickAt(world.gang, at) as Participant, newestAt(world.names, name) ?? '', won),
  pay: async (world, { charge }) => {
    const asked = newestAt(gangCharges(world), charge)
    if (asked) await transferToShop(world, asked.by.person, asked.name, asked.amount)
  },
  transfer: (world, { who: at, amount: won, name }) =>
    transferToShop(world, (pickAt(world.gang, at) as Participant).person, newestAt(world.names, name) ?? '', won),
  withdraw: async (world, { charge }) => {
    const asked = newestAt(gangCharges(world), charge)
    if (asked) await sendCall(withdrawChargeCall, asked.by, { id: asked.id })
  },
  payByCard,
  cancelAtCardCompany: async (world, { payment: at, quarters }) => {
    const payment = newestAt(world.payments, at)
    if (payment) world.portone.cancelInConsole(payment.paymentId, (payment.won * quarters) / 4)
  },
  cancelPayment: async (world, { payment: at, quarters }) => {
    const payment = newestAt(world.payments, at)
    if (payment) await cancelPayment(world, payment, quarters)
  },
  order: placeOrder,
  orderMany: placeMany,
  cancelOrder: async (world, { order }) => {
    const placed = newestAt(world.orders, order)
    if (!placed) return
    const answer = await sendCall<{ request?: { id: number } }>(cancelOrderCall, placed.by, { id: placed.id })
    if (answer?.request) world.requests.push(answer.request.id)
  },
  refill: async (world, { order }) => {
    const placed = newestAt(world.orders, order)
    const made = placed && (await sendCall<{ id: number }>(refillOrderCall, placed.by, { id: placed.id, body: {} }))
    if (made) world.requests.push(made.id)
  },
  answerRequest: async (world, { request, refuses }) => {
    const id = newestAt(world.requests, request)
    const body = { state: refuses ? 'REFUSED' : 'DONE', reason: '확인함' }
    if (id !== undefined) await sendCall(answerRequestCall, world.manager, { id, body })
  },
  askRefund: requestCashRefund,
  redeem: async (world, { who: at, coupon }) => {
    const code = newestAt(world.coupons, coupon)
    if (code) await sendCall(redeemCouponCall, pickAt(world.gang, at) as Participant, { body: { code } })
  },
  promote,
  strangerCharges: async (world, { who: at, amount: won }) => {
    const by = pickAt(world.strangers, at) as Participant
    world.names.push(by.person.name)
    await requestCharge(world, by, by.person.name, won)
  },
  strangerPays: async (world, { who: at }) => {
    const by = pickAt(world.strangers, at) as Participant
    const asked = newestAt(
      world.charges.filter((charge) => charge.by === by),
      0,
    )
    if (asked) await transferToShop(world, by.person, asked.name, asked.amount)
  },
  strayDeposit: async (world, { amount: won }) => {
    const person = openBankAccount(world.bank, randomName('행인'), false)
    await transferToShop(world, person, person.name, won)
    world.names.push(person.name)
  },
  import: async (world, { charge }) => {
    const asked = newestAt(gangCharges(world), charge)
    if (asked) await sendCall(importDepositsCall, world.manager, { body: [inventedLine(asked.name, asked.amount)] })
  },
  importCopy: async (world, { line }) => {
    const real = newestAt(world.bank.lines, line)
    if (real) await sendCall(importDepositsCall, world.manager, { body: [inventedLine(real.name, real.amount)] })
  },
  match: async (world, { deposit, charge, credited }) => {
    const [money, asked] = [pickAt(await listDeposits(world), deposit), newestAt(gangCharges(world), charge)]
    if (money && asked)
      await sendCall(matchDepositCall, world.manager, { id: money.id, body: { chargeId: asked.id, credited } })
  },
  split: async (world, { deposit, charges }) => {
    const money = pickAt(await listDeposits(world), deposit)
    const chargeIds = [...new Set(charges.map((at) => newestAt(gangCharges(world), at)?.id ?? 1))]
    if (money) await sendCall(splitDepositCall, world.manager, { id: money.id, body: { chargeIds } })
  },
  merge: async (world, { deposit, other, charge }) => {
    const all = await listDeposits(world)
    const [one, two, asked] = [pickAt(all, deposit), pickAt(all, other), newestAt(gangCharges(world), charge)]
    if (one && two && asked)
      await sendCall(mergeDepositsCall, world.manager, {
        id: one.id,
        body: { chargeId: asked.id, depositIds: [two.id] },
      })
  },
  return: async (world, { deposit }) => {
    const money = pickAt(await listDeposits(world), deposit)
    if (money) await sendCall(returnDepositCall, world.manager, { id: money.id, body: reasonBody })
  },
  approve: (world, { charge }) => decideCharge(world, approveChargeCall, charge),
  reject: (world, { charge }) => decideCharge(world, rejectChargeCall, charge),
  reverse: (world, { charge }) => decideCharge(world, reverseChargeCall, charge),
  adjust: (world, { who: at, amount: won, takes }) =>
    sendCall(adjustPointsCall, world.manager, {
      id: (pickAt(world.gang, at) as Participant).id,
      body: { delta: takes ? -won : won, ...reasonBody },
    }),
  settleRefund: async (world, { refund, pays }) => {
    const open = pickAt(
      (await listRefunds(world)).filter(({ status }) => status === 0),
      refund,
    )
    const body = { status: pays ? 1 : 2, ...reasonBody, bankChecked: true }
    if (open) await sendCall(settleRefundCall, world.manager, { id: open.id, body })
  },
  transition: async (world, { order, status }) => {
    const placed = newestAt(world.orders, order)
    const body = { status, remains: status === 3 ? 1 : null, ...reasonBody }
    if (placed) await sendCall(transitionOrderCall, world.manager, { id: placed.id, body })
  },
  recover: async (world, { order, quarters }) => {
    const placed = newestAt(world.orders, order)
    const dropped = Math.ceil(((placed?.won ?? 0) * quarters) / 4)
    if (placed) await sendCall(recoverOrderCall, world.manager, { id: placed.id, body: { dropped, ...reasonBody } })
  },
  confirm: async (world, { approval }) => {
    const waiting = pickAt(await listWaitingApprovals(world), approval)
    if (waiting) await sendCall(confirmApprovalCall, world.manager, { id: waiting.id, body: reasonBody })
  },
  payReward: async (world, { task }) => {
    const open = pickAt(await listRewardTasks(world), task)
    if (open) await sendCall(resolveTaskCall, world.manager, { id: open.id, body: { action: 'pay', ...reasonBody } })
  },
  runOwnerRound,
  sweep: (world) => runJobs(world),
  wait: async (world, { hours }, shop) => {
    await shop.pass(hours)
    await runJobs(world)
  },
}

async function decideCharge(world: World, call: typeof approveChargeCall, at: number): Promise<void> {
  const asked = newestAt(gangCharges(world), at)
  if (asked) await sendCall(call, world.manager, { id: asked.id, body: reasonBody })
}

async function runJobs({ portone, payments }: World): Promise<void> {
  if (payments.length > 0) await workUntilSettled(portone, 1)
  for (const job of [expireChargesJob, matchDepositsJob, payRewardsJob]) await job.run(db())
}

/** Performs one action, if the records that it needs exist. A call that the shop refuses doesn't fail the test. */
export const performAction = (world: World, shop: AbuseDatabase, wanted: RandomAction): Promise<unknown> =>
  (performByName[wanted.do] as Perform<RandomAction['do']>)(world, wanted as never, shop)

/**
 * Ends a sequence: the gang tries to get as much cash as possible out of the shop. At the end, the card company gives
 * back to the gang what is left of its card payments.
 */
export async function cashOut(world: World, shop: AbuseDatabase): Promise<void> {
  await performAction(world, shop, { do: 'sweep' })
  for (const { id, by } of world.orders) {
    await sendCall(cancelOrderCall, by, { id })
    await sendCall(transitionOrderCall, world.manager, { id, body: { status: 5, remains: null, ...reasonBody } })
  }
  for (const lies of [false, true]) {
    for (let at = 0; at < world.gang.length; at++)
      await performAction(world, shop, { do: 'askRefund', who: at, account: at, lies, quarters: 4 })
    for (const { id, status } of await listRefunds(world))
      if (status === 0)
        await sendCall(settleRefundCall, world.manager, { id, body: { status: 1, ...reasonBody, bankChecked: true } })
    await runOwnerRound(world)
  }
  for (const payment of world.payments) await cancelPayment(world, payment, 4)
  await workUntilSettled(world.portone)
  for (const { paymentId } of world.payments) world.portone.cancelInConsole(paymentId)
  await workUntilSettled(world.portone)
  for (const { id } of await listDeposits(world))
    await sendCall(returnDepositCall, world.manager, { id, body: reasonBody })
}
