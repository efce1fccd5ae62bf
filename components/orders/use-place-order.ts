'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { Issue } from '#lib/core/errors.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { insufficientPointsMessage } from '#lib/orders/errors.ts'
import { notOrderableMessage, orderMessages } from '#lib/orders/labels.ts'
import type { PlacedOrder } from '#lib/orders/schema.ts'
import type { Product } from '../catalog/product.ts'
import { type CallAttempt, callAttemptFor, isOutcomeUnknown } from '../chrome/attempt.ts'
import { callApi, goToLogin, refuseGuest } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'
import {
  buildOrderBody,
  computeQuote,
  findFirstBrokenRule,
  isLinkless,
  type OrderDraft,
  toOrderInput,
} from './order-draft.ts'
import { readStoredCallAttempt, removeStoredCallAttempt, removeStoredDraft, storeCallAttempt } from './stored-draft.ts'

/**
 * The person at the order screen: a signed-in member, a guest who has chosen to look around (둘러보기), or a visitor who
 * has done neither.
 */
export type OrderFormViewer =
  | { readonly kind: 'visitor' | 'guest'; readonly favorites?: undefined }
  | {
      readonly kind: 'member'
      readonly memberId: number
      readonly balance: Points
      /** Ids of the member's favorite services. */
      readonly favorites: readonly number[]
    }

/**
 * Reason why an order wasn't placed. `unknown`: it may have been placed nevertheless, because no response or a server
 * error came.
 */
export type OrderFailure = Issue & {
  readonly unknown?: boolean
  /** True if what the page shows, such as price or balance, seems to be outdated. */
  readonly isOutdated?: boolean
  /** Id of the member's open order for the same link, which must end first because the service allows one at a time. */
  readonly activeOrder?: number
}

/** An order as the success card shows it. */
export type PlacedOrderView = PlacedOrder & {
  /** Display name of the service. */
  readonly name: string
  readonly runs: number
  /** True for a subscription, which may deliver less than its quantity. */
  readonly isMaximum: boolean
}

export interface OrderRequest {
  readonly viewer: OrderFormViewer
  readonly product: Product | undefined
  readonly draft: OrderDraft
}

type OrderOutcome = { readonly placed: PlacedOrderView } | { readonly failure: OrderFailure }

/** Reads the id of the open order from an ACTIVE_ORDER response. Returns {} for any other refusal. */
function activeOrderOf(refusal: unknown): Pick<OrderFailure, 'activeOrder'> {
  const { code, orderId } = Object(refusal)
  return code === 'ACTIVE_ORDER' && typeof orderId === 'number' ? { activeOrder: orderId } : {}
}

/**
 * Messages of rules that the page may find broken only because its data is old, for example because points have been
 * credited since. After a refusal with one of these messages the page is refreshed.
 */
const refusalsFromOldData: readonly string[] = [insufficientPointsMessage, notOrderableMessage]

/**
 * Sends an order, with the price that the page shows for it, and returns the outcome. A retry of the same order uses
 * the same idempotency key, so the order can't be placed twice.
 */
async function sendOrder({ draft, product }: OrderRequest, attempt: CallAttempt): Promise<OrderOutcome> {
  const quote = computeQuote(draft, product)
  const headers = {
    'idempotency-key': attempt.key,
    ...(quote && { 'x-shown-price': String(pointsToNumber(quote.price)) }),
  }
  const answer = await callApi<PlacedOrder>('POST', '/service/order', buildOrderBody(draft), headers)
  if (answer.ok) {
    const view = { name: product?.name ?? '', runs: toOrderInput(draft).runs, isMaximum: isLinkless(product) }
    return { placed: { ...answer.body, ...view } }
  }
  const failure = {
    path: '',
    message: answer.message || orderMessages.failed,
    unknown: isOutcomeUnknown(answer.status),
    // Refusals of the caller, or of too many calls, say nothing about the page. In an outage (503) a reload would replace
    // the form by an error.
    isOutdated: ![401, 403, 429, 503].includes(answer.status),
    ...activeOrderOf(answer.refusal),
  }
  return { failure }
}

/**
 * Returns the rule that a member's order breaks (docs/contract.md#placing-orders), or null if the order can be sent.
 * Returns 'TURNED_AWAY' if no member is signed in, after showing a toast to a guest or sending a visitor to the login.
 */
function reasonNotToSend({ viewer, product, draft }: OrderRequest): OrderFailure | 'TURNED_AWAY' | null {
  if (viewer.kind === 'member') return findFirstBrokenRule(draft, product, viewer.balance)
  if (viewer.kind === 'guest') refuseGuest()
  else goToLogin()
  return 'TURNED_AWAY'
}

/**
 * Returns the function `place`, which sends an order of the order form, and the state of that call. `place` does
 * nothing while a call is running. If the order breaks a rule, `place` doesn't send it and calls `onRefused`. If the
 * call fails, `place` only sets `failure`.
 */
export function usePlaceOrder({ onPlaced, onRefused }: { onPlaced(): void; onRefused(issue: Issue): void }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<OrderFailure | null>(null)
  const [placed, setPlaced] = useState<PlacedOrderView | null>(null)
  const inFlight = useRef(false)
  const lastAttempt = useRef<CallAttempt | null>(null)

  async function place(request: OrderRequest) {
    if (inFlight.current) return
    const refusal = reasonNotToSend(request)
    if (refusal === 'TURNED_AWAY') return
    const last = lastAttempt.current ?? readStoredCallAttempt()
    const attempt = callAttemptFor(last, JSON.stringify(buildOrderBody(request.draft)))
    // If the same order was sent before and its response was lost, the points that are missing now may have paid for it.
    // So it is sent again, and the server says what became of it.
    const maySend = refusal?.message === insufficientPointsMessage && attempt === last
    setFailure(maySend ? null : refusal)
    if (refusal && !maySend) {
      if (refusalsFromOldData.includes(refusal.message)) router.refresh()
      return onRefused(refusal)
    }
    // Stores the idempotency key before the call. If the page is reloaded before the response arrives, the same order
    // is sent again with the same key, so it isn't placed twice.
    lastAttempt.current = attempt
    storeCallAttempt(lastAttempt.current)
    inFlight.current = true
    setBusy(true)
    const outcome = await sendOrder(request, lastAttempt.current)
    inFlight.current = false
    setBusy(false)
    if ('failure' in outcome) {
      setFailure(outcome.failure)
      // The page has checked the same rules as the server. If the server refuses the order nevertheless, the data shown
      // on the page is outdated. So is the balance if the order was placed and only its response was lost.
      if (outcome.failure.isOutdated) router.refresh()
      return
    }
    lastAttempt.current = null
    removeStoredCallAttempt()
    removeStoredDraft()
    setPlaced(outcome.placed)
    toast(orderMessages.done, { tone: 'good' })
    onPlaced()
    router.refresh()
  }

  return { busy, failure, placed, place, clearFailure: () => setFailure(null) }
}
