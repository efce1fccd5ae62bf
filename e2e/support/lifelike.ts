import { createResetTokenFor } from '#lib/accounts/testing/links.ts'
import { giveTestKey } from '#lib/api-keys/testing/test-key.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { failCharge } from '#lib/charges/fail-charge.ts'
import { type FeeType, feeType } from '#lib/charges/labels.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { requestCharge } from '#lib/charges/request-charge.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import type { ChargeInput } from '#lib/charges/schema.ts'
import { chargeRequest } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput, rejectCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { addFavorite } from '#lib/favorites/add-favorite.ts'
import { makeMember, TEST_PASSWORD, type TestMember } from '#lib/members/testing/members.ts'
import { cancelAutoOrder } from '#lib/orders/auto/cancel-auto-order.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import type { Person } from './app.ts'
import { fillLegalLimits } from './lifelike-legal.ts'
import { makeMeasuredServiceWithMemberPrice } from './lifelike-prices.ts'
import { fillPromotions } from './lifelike-promotions.ts'
import { makeQuestions } from './lifelike-questions.ts'
import { makeIssuedReceipt } from './lifelike-receipts.ts'
import { fillReseller } from './lifelike-reseller.ts'
import { fillConsole } from './lifelike-tasks.ts'

const actor = { ...someStaff, memberId: 1 }
const { PENDING, PROCESSING, INPROGRESS, COMPLETED, PARTIAL, CANCELED } = orderStatus

const orderLinks = [
  'https://www.instagram.com/seoul.cafe.log/',
  'https://www.instagram.com/reel/C9xQ2bKvT1a/?igsh=MzRlODBiNWFlZA==',
  'seoul.cafe.log',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL0123456789abcdefghijklmnopqrstuv&index=17',
]

const ordersToPlace: { to: OrderStatus; amount: number; remains?: number; startCount?: number }[] = [
  { to: PENDING, amount: 300 },
  { to: COMPLETED, amount: 1_000, startCount: 12_481 },
  { to: PARTIAL, amount: 1_000, remains: 157, startCount: 804 },
  { to: CANCELED, amount: 500 },
  { to: COMPLETED, amount: 200, startCount: 0 },
  { to: PROCESSING, amount: 700 },
  { to: INPROGRESS, amount: 2_500, startCount: 1_204_331 },
  { to: COMPLETED, amount: 100, startCount: 55 },
  { to: COMPLETED, amount: 3_000, startCount: 9_870 },
  { to: INPROGRESS, amount: 300, startCount: 431 },
  { to: PENDING, amount: 1_500 },
  { to: PENDING, amount: 250 },
]

/**
 * Id of a seeded service that accepts this quantity. `index` selects one of the forty such services with the longest
 * names. With `canHaveAutoOrders` the service can be ordered as an auto order.
 */
async function serviceFor(amount: number, index: number, canHaveAutoOrders = false): Promise<number> {
  const rows = await db().rows<{ id: number }>(
    `SELECT id FROM services WHERE NOT is_read_only AND min <= $1 AND max >= $1 AND unit_price < 2000000
       AND (enable_auto OR NOT $2) ORDER BY length(text) DESC, id LIMIT 40`,
    [amount, canHaveAutoOrders],
  )
  return rows[(index * 7) % rows.length]?.id ?? 0
}

async function placeOrders({ id: memberId }: TestMember): Promise<void> {
  for (const [at, { to, amount, remains = null, startCount = null }] of ordersToPlace.entries()) {
    const link = orderLinks[at % orderLinks.length] ?? ''
    const orderId = await makeOrder({ memberId, serviceId: await serviceFor(amount, at), amount, link })
    const transition = { orderId, startCount, reason: to === CANCELED ? '비공개 계정' : '' } as const
    if (to === PARTIAL) await transitionOrder(db(), actor, { ...transition, status: INPROGRESS, remains: null })
    if (to !== PENDING) await transitionOrder(db(), actor, { ...transition, status: to, remains })
  }
  for (const [at, runs] of [5, 3, 2].entries()) {
    const serviceId = await serviceFor(100, at, true)
    const { id } = await makeAutoOrder({ memberId, serviceId, amount: 100, runs, interval: 60 * (at + 1) })
    if (at === 1) await cancelAutoOrder(db(), actor, { autoOrderId: id, reason: '' })
  }
}

const invoice = {
  company: '주식회사 가나다라마바사 커뮤니케이션즈',
  businessNumber: '1234567891',
  leader: '남궁민수',
  phone: '02-123-4567',
  jobType: '서비스업',
  jobType2: '광고대행',
  address: '서울특별시 강남구 테헤란로 1, 가나다라빌딩 3층',
  email: 'tax@example.com',
}

const receiptData: Record<FeeType, ChargeInput['feeValue']> = {
  [feeType.NONE]: {},
  [feeType.CASH]: { phone: '01012345678' },
  [feeType.FEE]: invoice,
}

async function makeCharge({ id: memberId }: TestMember, name: string, point: number, kind: FeeType): Promise<number> {
  const request = chargeRequest({ memberId, point, name })
  const input = { name, point, feeType: kind, feeValue: receiptData[kind] } as ChargeInput
  return (await requestCharge(db(), { ...request, paymentFee: 'FEE', input })).id
}

const otherCharges: [loginId: string, name: string, point: number, kind: FeeType][] = [
  ['cafe_log', '홍길동', 50_000, feeType.FEE],
  ['market_jin', '김수진', 10_000, feeType.CASH],
  ['agency_on', '(주)온미디어커뮤니케이션', 500_000, feeType.FEE],
  ['haneul22', '박하늘', 30_000, feeType.NONE],
  ['blue_wave_seoul_2026', '남궁민수', 10_000, feeType.NONE],
  ['daily_oh', '오하루', 100_000, feeType.CASH],
  ['first_in', '최유진', 1_000_000, feeType.FEE],
]

async function makeCharges(member: TestMember): Promise<void> {
  for (const [at, point] of [10_000, 50_000, 5_000, 1_000_000].entries()) {
    const chargeId = await makeCharge(member, '황보선영', point, at === 1 ? feeType.FEE : feeType.NONE)
    if (at === 2) await failCharge(db(), { chargeId, outcome: 'REJECTED', reason: '입금이 확인되지 않음' })
    else await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
    if (at === 0) await reverseCharge(db(), someStaff, { chargeId, reason: '다른 회원의 입금' })
  }
  for (const [loginId, name, point, kind] of otherCharges) {
    const other = await makeMember({ loginId })
    await makeCharge(other, name, point, kind)
  }
}

/**
 * Creates deposits that can't be matched automatically, each for a different reason, and one deposit that pays for a
 * charge with a receipt.
 */
async function makeDeposits(): Promise<void> {
  for (const loginId of ['leeshop', 'lee_seoyeon'])
    await makeCharge(await makeMember({ loginId }), '이서연', 5_000, feeType.NONE)
  await makeCharge(await makeMember({ loginId: 'mo_studio' }), '주식회사 모스튜디오크리에이티브', 20_000, feeType.CASH)
  const credits: [name: string, amount: number][] = [
    ['이서연', 5_000],
    ['하늘상사', 30_000],
    ['최유진', 1_000_000],
    ['주식회사 가나다라마바사 커뮤니케이션즈 서울지점', 77_000],
    ['주식회사 모스튜디오크리에이티브', 20_000],
  ]
  for (const [name, amount] of credits) await makeDeposit({ name, amount })
}

/**
 * Creates two requests for a cash refund: an open one, whose account holder isn't the depositor, and a declined one.
 */
async function makeRefundRequests({ id: memberId }: TestMember): Promise<void> {
  const other = await makeMember({ loginId: 'haru_studio_official' })
  const chargeId = await makeCharge(other, '오하루', 30_000, feeType.NONE)
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  const declined = await requestCashRefund(db(), {
    memberId: other.id,
    input: { ...makeCashRefundInput(), name: '오하루' },
  })
  await rejectCashRefundByStaff(declined, '예금주가 회원과 달라 지급할 수 없어요')
  const input = {
    ...makeCashRefundInput(300_000),
    name: '주식회사 가나다라마바사 커뮤니케이션즈',
    email: 'tax@example.com',
  }
  await requestCashRefund(db(), { memberId, input })
}

/** The members and records that screenshots and screen tests show. */
export type Cast = {
  /** A member with orders and charges in all states. */
  regular: Person
  /** A member with a pending charge, whose deposit hasn't arrived. */
  payer: Person
  /** A member without orders and charges. */
  newcomer: Person
  /** Token of a reset link that is still valid. */
  resetToken: string
  /** A service on sale that is a subscription. */
  subscriptionId: number
  /** A service with measured deliveries, for which `regular` has a price of his own; 0 if made by `makeCast`. */
  measuredId: number
  /** A question of `regular` with an answer; 0 if made by `makeCast`. */
  questionId: number
  /** A provider with a list of services; 0 if made by `makeCast`. */
  providerId: number
}

const notFilled = { measuredId: 0, questionId: 0, providerId: 0 }

const personOf = ({ loginId }: TestMember): Person => ({ id: loginId, password: TEST_PASSWORD })

async function makeCastMembers(number: string) {
  const regular = await makeMember({ loginId: `hwangbo_sunyoung_${number}`, points: 200_000 })
  const payer = await makeMember({ loginId: `payer_${number}` })
  const newcomer = await makeMember({ loginId: `newcomer_${number}`, email: `newcomer_${number}@example.com` })
  await placeOrders(regular)
  for (const serviceId of [1, 2, 3]) await addFavorite(db(), { memberId: regular.id, serviceId })
  await giveTestKey(regular.id, '주문 프로그램 시험')
  await makeCharge(payer, '주식회사 가나다라마바사 커뮤니케이션즈', 1_000_000, feeType.FEE)
  const people = { regular: personOf(regular), payer: personOf(payer), newcomer: personOf(newcomer) }
  const subscriptionId = await subscribe(regular)
  return {
    regular,
    cast: { ...people, resetToken: await createResetTokenFor(newcomer), subscriptionId, ...notFilled },
  }
}

/** Orders a subscription for the member. Returns the id of the subscription's service. */
async function subscribe({ id: memberId }: TestMember): Promise<number> {
  const [service = { id: 0, min: 0 }] = await db().rows<{ id: number; min: number }>(
    "SELECT id, min FROM services WHERE type = 'Subscriptions' AND withdrawn_at IS NULL AND NOT is_read_only ORDER BY id LIMIT 1",
  )
  const details = {
    username: 'seoul.cafe.log',
    min: service.min,
    max: service.min + 20,
    posts: 12,
    oldPosts: 2,
    delay: 90,
  }
  await makeOrder({ memberId, serviceId: service.id, details })
  return service.id
}

/**
 * Creates only the members of the cast and their orders. `number` makes their login ids unique. The shop's environment
 * variables must be set.
 */
export const makeCast = async (number: string): Promise<Cast> => (await makeCastMembers(number)).cast

/**
 * Fills the shop with members, orders and charges in all their states and with names as long as possible. May be called
 * once per shop. The shop's environment variables must be set.
 */
export async function fillShop(): Promise<Cast> {
  const { regular, cast } = await makeCastMembers('01')
  await makeCharges(regular)
  await makeDeposits()
  await makeIssuedReceipt()
  await makeRefundRequests(regular)
  await fillPromotions(regular.id)
  await fillLegalLimits()
  const measuredId = await makeMeasuredServiceWithMemberPrice(regular)
  const questionId = await makeQuestions(regular)
  await fillReseller(regular)
  return { ...cast, measuredId, questionId, providerId: await fillConsole(regular) }
}
