import { formatCount, formatPoints, type Points, pointsFromResponse } from '#lib/money/points.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import type { BatchPreview, BatchTransitionResults } from '#lib/orders/staff-schema.ts'

type PreviewRow = BatchPreview['rows'][number]

/** The picked orders that have the status `from` now and can be transitioned: their number and their total refund. */
export interface TransitionableOrders {
  readonly from: OrderStatus
  readonly count: number
  readonly refund: Points
}

/** Orders that are refused for the same reason. */
export interface RefusedOrders {
  readonly message: string
  readonly ids: readonly number[]
}

/** The effect that a transition of several orders would have. */
export interface BatchTransitionPlan {
  /** The orders that can be transitioned, counted by their current status. */
  readonly transitionable: readonly TransitionableOrders[]
  /** The orders that can be transitioned, as the body of the call lists them. */
  readonly orders: readonly { readonly id: number; readonly from: number }[]
  /** Total refund of these orders. */
  readonly refund: Points
  /** Number of these orders that would wait for a second person. */
  readonly waiting: number
  /** Whether staff must give a reason. */
  readonly needsReason: boolean
  /** All other orders, by the reason of the refusal. */
  readonly refused: readonly RefusedOrders[]
}

const sumOfRefunds = (rows: readonly { readonly refund: number }[]): Points =>
  rows.reduce((sum, { refund }) => sum + pointsFromResponse(refund), 0n)

/** Groups refused orders by the server's message, the most frequent message first. */
function refusedOf(rows: readonly { readonly id: number; readonly message: string | null }[]): RefusedOrders[] {
  const groups = Map.groupBy(rows, ({ message }) => message ?? '')
  return [...groups]
    .map(([message, rowsOfGroup]) => ({ message, ids: rowsOfGroup.map(({ id }) => id) }))
    .toSorted((a, b) => b.ids.length - a.ids.length)
}

export function buildBatchTransitionPlan(rows: readonly PreviewRow[]): BatchTransitionPlan {
  const moving = rows.filter((row): row is PreviewRow & { from: number } => row.refusal === null && row.from !== null)
  const byStatus = Map.groupBy(moving, ({ from }) => from)
  const refused = rows.filter(({ refusal }) => refusal !== null)
  return {
    transitionable: [...byStatus].map(([from, rowsOfStatus]) => ({
      from: from as OrderStatus,
      count: rowsOfStatus.length,
      refund: sumOfRefunds(rowsOfStatus),
    })),
    orders: moving.map(({ id, from }) => ({ id, from })),
    refund: sumOfRefunds(moving),
    waiting: moving.filter(({ waits }) => waits).length,
    needsReason: moving.some(({ needsReason }) => needsReason),
    refused: refusedOf(refused.map(({ id, refusal }) => ({ id, message: refusal }))),
  }
}

export const orderCountText = (count: number): string => `${formatCount(count)}건`

/** Facts of the preview: count and refund of the orders in each current status, then the totals. */
export const batchTransitionFacts = ({ transitionable, orders, refund }: BatchTransitionPlan) => [
  ...transitionable.map((kind) => ({
    term: orderStatusLabels[kind.from],
    value: `${orderCountText(kind.count)}${kind.refund > 0n ? ` · ${formatPoints(kind.refund)} 환불` : ''}`,
  })),
  { term: '바꿀 주문', value: orderCountText(orders.length) },
  { term: '환불 합계', value: formatPoints(refund) },
]

/**
 * Result of a transition of several orders: a summary as text, the refused orders by reason, and the ids of the orders
 * that were transitioned.
 */
export function summarizeBatchTransition({ rows }: BatchTransitionResults): {
  text: string
  refused: RefusedOrders[]
  moved: number[]
} {
  const { MOVED = [], WAITING = [], REFUSED = [] } = Object.groupBy(rows, ({ result }) => result)
  const refund = sumOfRefunds(MOVED)
  const text = [
    `${orderCountText(MOVED.length)} 바꿨어요.`,
    refund > 0n && `${formatPoints(refund)}를 환불했어요.`,
    WAITING.length > 0 && `${orderCountText(WAITING.length)}은 다른 운영자의 확인을 기다려요.`,
    REFUSED.length > 0 && `${orderCountText(REFUSED.length)}은 바꾸지 못했어요.`,
  ]
  return { text: text.filter(Boolean).join(' '), refused: refusedOf(REFUSED), moved: MOVED.map(({ id }) => id) }
}
