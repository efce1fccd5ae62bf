import { z } from 'zod'
import { formNumber, formText, type Rule } from '#lib/core/form-errors.ts'
import type { Points } from '#lib/money/points.ts'
import { costOf, totalQuantity, type UnitPrice } from '#lib/money/prices.ts'
import { insufficientPointsMessage } from './errors.ts'

const MOST_LINK = 2_000
/** What keeps amount x runs an exact number, and an interval one its column holds. */
const MOST_RUNS = 1_000_000
const MOST_INTERVAL = 10_000_000
const CONTROL = /\p{Cc}/u

/** Trimmed, at most 2,000 characters, no control characters (decisions 6). */
export const linkText = formText
  .transform((link) => link.trim())
  .refine((link) => link.length <= MOST_LINK && !CONTROL.test(link))

export const placeOrderInput = z.object({
  serviceId: formNumber.pipe(z.number().int()),
  link: linkText,
  amount: formNumber.pipe(z.number().int()),
  runs: formNumber.pipe(z.number().max(MOST_RUNS)),
  interval: formNumber.pipe(z.number().max(MOST_INTERVAL)),
})

export type PlaceOrderInput = z.output<typeof placeOrderInput>

/** A reseller's order has no auto part (spec 7). */
export const resellerOrderInput = placeOrderInput.omit({ runs: true, interval: true })

/** What the rules need to know of a service. */
export type Orderable = { min: number; max: number; unitPrice: UnitPrice }

/** On when runs or interval is given and not 0 (decisions 3). */
export const isAuto = ({ runs, interval }: { runs: number; interval: number }): boolean => runs !== 0 || interval !== 0

/** What must be there before a service can be looked up (spec 5, order). */
export const orderInputRules = (input: PlaceOrderInput): Rule[] => [
  ['serviceId', input.serviceId === 0, '서비스를 선택해 주세요.'],
  ['link', input.link === '', '주문 링크를 입력해주세요.'],
]

/** The rest of spec 5, order, in its order. A form says by its switch whether the order is to repeat. */
export function orderRules(input: PlaceOrderInput, service: Orderable, auto = isAuto(input)): Rule[] {
  return [
    ['amount', input.amount < service.min, '주문 수량이 최소수량보다 적습니다.'],
    ['amount', input.amount > service.max, '주문 수량이 최대수량보다 많습니다.'],
    ['runs', auto && input.runs <= 1, '자동주문 횟수는 1보다 커야 합니다'],
    ['runs', auto && !Number.isInteger(input.runs), '자동주문 횟수는 소수점이 불가합니다'],
    ['interval', auto && input.interval < 60, '자동주문 간격은 60이상 이여야 합니다'],
    ['interval', auto && !Number.isInteger(input.interval), '자동주문 간격은 소수점이 불가합니다'],
  ]
}

/** The last rule of spec 5, order. The server leaves it to the statement that debits. */
export const balanceRule = (input: PlaceOrderInput, service: Orderable, balance: Points): Rule => [
  '',
  balance < costOf(service.unitPrice, totalQuantity(input.amount, input.runs)),
  insufficientPointsMessage,
]

export const placedOrder = z.object({
  orderId: z.number().int(),
  autoOrderId: z.number().int().optional(),
  link: z.string(),
  amount: z.number().int(),
  serviceId: z.number().int(),
  point: z.number(),
})

export type PlacedOrder = z.output<typeof placedOrder>

export const historyQuery = z.object({
  status: z.coerce.number().int().min(0).max(5).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(1_000).default(1_000),
})

export type HistoryQuery = z.output<typeof historyQuery>

export const orderRow = z.object({
  id: z.number().int(),
  createdAt: z.iso.datetime(),
  serviceId: z.number().int(),
  link: z.string(),
  point: z.number(),
  refunded: z.number(),
  amount: z.number().int(),
  status: z.number().int(),
  startCount: z.number().int().nullable(),
  remains: z.number().int(),
  autoOrderId: z.number().int().nullable(),
})

export const orderEvent = z.object({
  from: z.number().int().nullable(),
  to: z.number().int(),
  actor: z.string(),
  reason: z.string().nullable(),
  remains: z.number().int(),
  at: z.iso.datetime(),
})

export const orderMoney = z.object({
  kind: z.string(),
  delta: z.number(),
  balanceAfter: z.number(),
  createdAt: z.iso.datetime(),
})

export const orderDetail = orderRow.extend({ events: z.array(orderEvent), entries: z.array(orderMoney) })

export const transitionInput = z.object({
  status: z.number().int().min(0).max(5),
  remains: z.number().nullish(),
  startCount: z.number().int().min(0).max(2_147_483_647).nullish(),
  reason: formText.transform((reason) => reason.trim()).refine((reason) => reason.length <= 500),
})

export const adminOrderQuery = z.object({
  status: z.coerce.number().int().min(0).max(5).optional(),
  q: z.string().max(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().optional(),
})

export const adminOrderRow = orderRow.extend({
  memberNo: z.number().int(),
  memberId: z.string(),
  serviceText: z.string(),
  cleanLink: z.string().nullable(),
  source: z.string(),
})

export type AdminOrderRow = z.output<typeof adminOrderRow>

export const adminOrders = z.object({
  rows: z.array(adminOrderRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})

/** Staff see who of them did it: the login id beside the kind of actor. */
export const adminOrderEvent = orderEvent.extend({ staffId: z.string().nullable() })

export const adminOrderDetail = adminOrderRow.extend({
  events: z.array(adminOrderEvent),
  entries: z.array(orderMoney),
})

export type AdminOrderDetail = z.output<typeof adminOrderDetail>

/** What a transition answers; `refunded` is what has come back in all. */
export const settledOrder = z.object({ status: z.number().int(), remains: z.number().int(), refunded: z.number() })
