import { priceText } from '#lib/money/prices.ts'
import type { ServiceMeasures } from './schema.ts'

/** Minimum number of ended orders from which on the measures of a service are shown. */
export const MIN_MEASURED_ORDERS = 10

export const serviceMeasureTexts = {
  notYet: '측정 전 · 끝난 주문이 10건 모이면 실제 소요 시간을 보여 드려요.',
  start: '시작까지',
  finish: '완료까지',
  outcome: '결과',
  refill: '리필',
  priceChange: '최근 가격 변경',
} as const

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A duration as text, such as '12분' or '2일 4시간': rounded to minutes, or to hours if it is a day or longer. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return '1분 이내'
  const unit = seconds < DAY ? MINUTE : HOUR
  const rounded = Math.round(seconds / unit) * unit
  const [days, hours, minutes] = [
    Math.floor(rounded / DAY),
    Math.floor((rounded % DAY) / HOUR),
    Math.floor((rounded % HOUR) / MINUTE),
  ]
  const parts = [days > 0 && `${days}일`, hours > 0 && `${hours}시간`, minutes > 0 && `${minutes}분`]
  return parts.filter(Boolean).join(' ')
}

/**
 * Text with the median times of the latest 10 orders and of all measured orders, whose number is `orders`; null if
 * there is no median.
 */
function mediansText({ last10, last100 }: ServiceMeasures['start'], orders: number): string | null {
  if (last10 === null || last100 === null) return null
  if (orders <= MIN_MEASURED_ORDERS) return `${durationText(last10)} (최근 ${orders}건)`
  return `${durationText(last10)} (최근 10건) · ${durationText(last100)} (최근 ${orders}건)`
}

/**
 * Text with the shares of completed, partial and canceled orders in whole percent, which add up to 100. Each share is
 * rounded down. Then the shares that lost most by rounding are raised by 1.
 */
function outcomeText({ orders, completed, partial, canceled }: ServiceMeasures): string {
  const counts = { 완료: completed, 부분완료: partial, 취소: canceled }
  const shares = Object.entries(counts).map(([name, count]) => ({ name, ...percentOf(count, orders) }))
  const missing = 100 - shares.reduce((sum, { percent }) => sum + percent, 0)
  for (const share of shares.toSorted((a, b) => b.lostFraction - a.lostFraction).slice(0, missing)) share.percent += 1
  return shares
    .filter(({ name, percent }) => percent !== 0 || name === '완료')
    .map(({ name, percent }) => `${name} ${percent}%`)
    .join(' · ')
}

/**
 * Share of `count` in `total` in whole percent, rounded down (`percent`), and the fraction of a percent lost by
 * rounding.
 */
const percentOf = (count: number, total: number) => {
  const percent = Math.floor((count * 100) / total)
  return { percent, lostFraction: (count * 100) / total - percent }
}

/**
 * Lines about a service, each with a name and a text. They are about its measured delivery (if enough orders have
 * ended), its refill period, and the last change of its price.
 */
export function measureFacts(measures: ServiceMeasures): { name: string; text: string }[] {
  const { orders, start, finish, refillDays, priceChange } = measures
  const isMeasured = orders >= MIN_MEASURED_ORDERS
  const lines = [
    [serviceMeasureTexts.start, isMeasured && mediansText(start, orders)],
    [serviceMeasureTexts.finish, isMeasured && mediansText(finish, orders)],
    [serviceMeasureTexts.outcome, isMeasured && outcomeText(measures)],
    [serviceMeasureTexts.refill, refillDays > 0 ? `완료 후 ${refillDays}일` : '없음'],
    [
      serviceMeasureTexts.priceChange,
      priceChange && `${priceChange.day} · ${priceText(priceChange.from)} → ${priceText(priceChange.to)}`,
    ],
  ] as const
  return lines.flatMap(([name, text]) => (text ? [{ name, text }] : []))
}
