import type { PostRange } from '#lib/catalog/subscription.ts'
import { AppError, badField } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import type { Points } from '#lib/money/points.ts'
import { priceOf, totalQuantity, type UnitPrice } from '#lib/money/prices.ts'
import { notOrderableMessage } from './labels.ts'
import type { PlaceOrderInput } from './schema.ts'

export const unknownService = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 상품입니다.')

export const serviceNotOrderable = (): AppError => new AppError('CONFLICT', notOrderableMessage)

export const priceChangedMessage = '가격이 바뀌었어요. 확인하고 다시 눌러 주세요.'

/** Refuses an order whose price isn't the one that the page showed. */
export const priceChanged = (): AppError => new AppError('CONFLICT', priceChangedMessage)

export const autoOrdersNotSupported = (): AppError => new AppError('CONFLICT', '자동주문을 지원하지 않는 상품입니다.')

/**
 * Refuses an order of a service with `oneOrderPerLink`; `orderId` is the member's open order on the same link, null if
 * it isn't known.
 */
export const activeOrderOnLink = (orderId: number | null): AppError =>
  new AppError('ACTIVE_ORDER', '이 링크로 진행 중인 주문이 있어요. 끝난 뒤에 다시 주문해 주세요.', {
    ...(orderId !== null && { details: { orderId } }),
  })

export const insufficientPointsMessage = '포인트가 부족합니다.'

export const insufficientPoints = (): AppError =>
  new AppError('INSUFFICIENT_POINTS', insufficientPointsMessage, {
    issues: [{ path: '', message: insufficientPointsMessage }],
  })

export const unknownOrder = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 주문이에요.')

export const transitionRefused = (): AppError => new AppError('CONFLICT', '지금 상태에서는 바꿀 수 없어요.')

export const reasonRequired = (): AppError => badField('reason', '사유를 입력해 주세요.')

export const remainsRequired = (): AppError => badField('remains', '남은 수량을 정수로 입력해 주세요.')

export const recoveryRefused = (): AppError =>
  new AppError('CONFLICT', '완료나 부분완료 주문에서 한 번만 복구할 수 있어요.')

export const refillUnderWay = (): AppError =>
  new AppError('CONFLICT', '공급사가 리필하고 있는 주문이에요. 리필이 끝난 뒤에 포인트를 돌려주세요.')

export const refundToFormerMember = (): AppError =>
  new AppError('CONFLICT', '탈퇴한 회원의 주문이라 포인트를 돌려줄 수 없어요.')

export const recoveryToFormerMember = (): AppError => new AppError('CONFLICT', '탈퇴한 회원의 주문은 복구할 수 없어요.')

const droppedRangeMessage = (delivered: number): string =>
  `줄어든 수량을 1에서 ${delivered.toLocaleString('ko-KR')}까지 입력해 주세요.`

/** Refuses a recovery: its dropped quantity is worth no points, or isn't between 1 and the delivered quantity. */
export const droppedOutOfRange = (delivered: number): AppError =>
  new AppError('BAD_INPUT', droppedRangeMessage(delivered), {
    issues: [{ path: 'dropped', message: droppedRangeMessage(delivered) }],
  })

/** Refuses one order of a batch of transitions, because its status has changed since staff saw the preview. */
export const orderChangedSincePreview = (): AppError =>
  new AppError('CONFLICT', '미리보기 뒤에 상태가 바뀐 주문이에요. 다시 확인해 주세요.')

/**
 * Refuses to confirm a refund of an order that has ended since the refund was requested: it may have been delivered.
 */
export const orderEndedSinceRequest = (): AppError =>
  new AppError('CONFLICT', '요청한 뒤에 주문이 끝났어요. 거절하고 필요하면 주문에서 다시 요청해 주세요.')

/** True for an auto order: `runs` or `interval` is not 0 (docs/contract.md#placing-orders). */
export const isAutoOrder = ({ runs, interval }: { runs: number; interval: number }): boolean =>
  runs !== 0 || interval !== 0

/** Quantity limits and unit price of a service, with which the rules compare an order's input. */
export type OrderableService = { min: number; max: number; unitPrice: UnitPrice }

/** Quantity (`amount`), runs and interval of an order. */
type Quantities = Pick<PlaceOrderInput, 'amount' | 'runs' | 'interval'> & {
  /**
   * Only for a subscription: smallest and largest quantity of one post. The service's limits apply to these instead of
   * `amount`.
   */
  range?: PostRange | null
}

/**
 * The rules of an order's input that don't depend on its service (docs/contract.md#placing-orders). `isLinkless`: the
 * service's type asks for no link.
 */
export const orderInputRules = (input: Pick<PlaceOrderInput, 'serviceId' | 'link'>, isLinkless = false): Rule[] => [
  ['serviceId', input.serviceId === 0, '서비스를 선택해 주세요.'],
  ['link', !isLinkless && input.link === '', '주문 링크를 입력해주세요.'],
]

/** Smallest number of runs of an auto order. */
export const MIN_RUNS = 2
const MIN_INTERVAL_MINUTES = 60

/**
 * The rules that compare an order's input with its service, in the sequence of docs/contract.md#placing-orders.
 * `isAuto`: whether the rules for auto orders apply. By default they do if the input has runs or an interval; the order
 * form passes the state of its auto order switch.
 */
export function orderRules(input: Quantities, service: OrderableService, isAuto = isAutoOrder(input)): Rule[] {
  const { range, amount } = input
  return [
    [range ? 'min' : 'amount', (range?.min ?? amount) < service.min, '주문 수량이 최소수량보다 적습니다.'],
    [range ? 'max' : 'amount', (range?.max ?? amount) > service.max, '주문 수량이 최대수량보다 많습니다.'],
    ['amount', !Number.isInteger(input.amount), '주문 수량은 소수점 없이 입력해 주세요.'],
    ['runs', isAuto && input.runs <= MIN_RUNS - 1, '자동주문 횟수는 1보다 커야 합니다'],
    ['runs', isAuto && !Number.isInteger(input.runs), '자동주문 횟수는 소수점이 불가합니다'],
    ['interval', isAuto && input.interval < MIN_INTERVAL_MINUTES, '자동주문 간격은 60이상 이여야 합니다'],
    ['interval', isAuto && !Number.isInteger(input.interval), '자동주문 간격은 소수점이 불가합니다'],
  ]
}

/**
 * The rule that the balance covers the price, the last one of docs/contract.md#placing-orders. Only the order form
 * checks it. On the server, the statement that debits the points checks the balance.
 */
export const balanceRule = (input: Quantities, service: OrderableService, balance: Points): Rule => [
  '',
  balance < priceOf(service.unitPrice, totalQuantity(input.amount, input.runs)),
  insufficientPointsMessage,
]
