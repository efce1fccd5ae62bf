import { formatCount, formatWon, type Points, pointsFromNumber, wonText } from '#lib/money/points.ts'
import { formatUnitPrice, priceOf, unitPriceFromNumber } from '#lib/money/prices.ts'
import { orderStatus, recoveryTexts } from '#lib/orders/labels.ts'
import type { OrderDetail } from '#lib/orders/schema.ts'

/**
 * A ledger entry of an order (payment, refund, recovery, debt) as texts, with its calculation. It may also be the
 * order's share of a payment for several orders.
 */
export interface MoneyLine {
  readonly at: string
  readonly title: string
  /** Points paid or returned. */
  readonly change: string
  readonly formula: string
  /** The member's balance after the entry; null for a share of a payment, which has no entry of its own. */
  readonly balance: string | null
}

const pointsOf = (point: number): Points => pointsFromNumber(point) ?? 0n

/**
 * The calculation of the price as text. The price is rounded up once, to a hundredth of a point
 * (docs/contract.md#money). If the price isn't unit price times quantity, the text is only the price.
 */
function priceFormula({ unitPrice, amount, point }: OrderDetail): string {
  const price = unitPriceFromNumber(unitPrice) ?? 0n
  const total = priceOf(price, amount)
  if (total !== pointsOf(point)) return wonText(point)
  const roundingNote = total * 1_000n === price * BigInt(amount) ? '' : ' (소수 셋째 자리에서 올림)'
  return `${formatUnitPrice(price)} × ${formatCount(amount)}개 = ${formatWon(total)}${roundingNote}`
}

/**
 * The calculation of a refund as text: the price of the undelivered quantity, or the whole price, less earlier refunds
 * (docs/contract.md#order-refunds). If the refund equals neither amount, the text is only the refunded sum. `total` is
 * the sum of all refunds including this one, `before` the sum without it.
 */
function refundFormula({ point, amount, events }: OrderDetail, at: string, total: Points, before: Points): string {
  const cause = events.find((event) => event.at === at && event.to !== event.from) ?? events.find((e) => e.at === at)
  const earlierRefundsText = before > 0n ? ` − 이미 돌려받은 ${formatWon(before)} = ${formatWon(total - before)}` : ''
  if (cause?.to === orderStatus.PARTIAL) {
    const isExact = pointsOf(point) * BigInt(cause.remains) === total * BigInt(amount)
    const parts = `${wonText(point)} × 남은 ${formatCount(cause.remains)}개 ÷ ${formatCount(amount)}개`
    return `${parts} = ${formatWon(total)}${isExact ? '' : ' (소수 셋째 자리에서 버림)'}${earlierRefundsText}`
  }
  if (total === pointsOf(point)) return `전액 ${formatWon(total)}${earlierRefundsText}`
  return formatWon(total - before)
}

const debtFormula = '승인이 취소된 충전이나 회수된 보상의 모자란 금액을 돌려받은 포인트로 먼저 정산'

/**
 * All movements of points caused by an order (see `MoneyLine`), oldest first. If the order belongs to a bulk order or
 * auto order, which is paid as a whole, the first line is the order's share of that payment.
 */
export function listMoneyLines(order: OrderDetail): MoneyLine[] {
  let returned = 0n
  const lines = order.entries.map(({ kind, delta, balanceAfter, createdAt }): MoneyLine => {
    if (kind === 'DEBT_RECOVERY')
      return {
        at: createdAt,
        title: '정산',
        change: wonText(delta),
        formula: debtFormula,
        balance: wonText(balanceAfter),
      }
    if (kind === 'UNFOLLOW_RECOVERY')
      return {
        at: createdAt,
        title: recoveryTexts.name,
        change: `+${wonText(delta)}`,
        formula: recoveryTexts.why,
        balance: wonText(balanceAfter),
      }
    const isPayment = kind === 'ORDER'
    const before = returned
    if (!isPayment) returned += pointsOf(delta)
    return {
      at: createdAt,
      title: isPayment ? '주문 결제' : '환불',
      change: `${delta > 0 ? '+' : ''}${wonText(delta)}`,
      formula: isPayment ? priceFormula(order) : refundFormula(order, createdAt, returned, before),
      balance: wonText(balanceAfter),
    }
  })
  if (order.bulkOrderId !== null) {
    const change = wonText(-order.point)
    const formula = `${priceFormula(order)} · 대량주문 ${order.bulkOrderId}번에서 함께 결제`
    return [{ at: order.createdAt, title: '주문 결제', change, formula, balance: null }, ...lines]
  }
  if (order.autoOrderId === null) return lines
  const formula = `자동주문 ${order.autoOrderId}번을 시작할 때 결제한 금액 가운데 이번 회차의 몫`
  return [{ at: order.createdAt, title: '미리 결제', change: wonText(order.point), formula, balance: null }, ...lines]
}
