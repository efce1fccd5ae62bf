'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { OrderDetails } from '#lib/catalog/order-details.ts'
import type { PricedOrders } from '#lib/orders/bulk/schema.ts'
import { priceChangedMessage } from '#lib/orders/errors.ts'
import { orderMessages, repeatOrderTexts } from '#lib/orders/labels.ts'
import { unknownOutcomeTexts } from '#lib/orders/unknown-outcome-texts.ts'
import { type CallAttempt, callAttemptFor, isOutcomeUnknown } from '../chrome/attempt.ts'
import { callApi } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'
import type { ListedOrder } from './listed-order.ts'
import { readStoredCallAttempt, removeStoredCallAttempt, storeCallAttempt } from './stored-draft.ts'

/** Price of the order now, in won. Null if the order can't be placed now or the price isn't known. */
async function priceOfBody(body: object): Promise<number | null> {
  const answer = await callApi<PricedOrders>('POST', '/service/orders', { orders: [body], dryRun: true })
  const row = answer.ok ? answer.body.results[0] : undefined
  return row && 'point' in row ? row.point : null
}

/**
 * Places an earlier order again, for the price shown on the button. `price` is null until it is known, and if the order
 * can't be placed now. A press reads the price again: if it has changed, nothing is ordered and the button shows the
 * new price. As on the order form, a retry after a lost response uses the same idempotency key. It doesn't read the
 * price again, because the points that are missing now may have paid for the order: the server says what became of it.
 * `onUnknown` gets the text to show from a lost response to the next press, then null.
 */
export function useRepeatOrder(
  { serviceId, link, amount }: ListedOrder,
  details: OrderDetails | null,
  { onPlaced, onUnknown }: { onPlaced(): void; onUnknown(text: string | null): void },
) {
  const router = useRouter()
  const [price, setPrice] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const lastAttempt = useRef<CallAttempt | null>(null)
  const orderBody = JSON.stringify({ serviceId, link, amount, runs: 0, interval: 0, ...details })
  useEffect(() => {
    let isStale = false
    void priceOfBody(JSON.parse(orderBody)).then((currentPrice) => isStale || setPrice(currentPrice))
    return () => {
      isStale = true
    }
  }, [orderBody])

  /** Reads the price again, for the button. Returns false, and says why, if the order can't be placed at `price`. */
  async function isPriceAsShown() {
    const currentPrice = await priceOfBody(JSON.parse(orderBody))
    setPrice(currentPrice)
    if (currentPrice !== null && currentPrice === price) return true
    toast(currentPrice === null ? repeatOrderTexts.failed : priceChangedMessage, { tone: 'bad' })
    return false
  }

  async function place() {
    // The tab's stored call is forgotten after a while, and another order may take its place.
    const last = lastAttempt.current ?? readStoredCallAttempt()
    const attempt = callAttemptFor(last, orderBody)
    if (attempt !== last && !(await isPriceAsShown())) return
    lastAttempt.current = attempt
    storeCallAttempt(attempt)
    const headers = { 'idempotency-key': attempt.key, 'x-shown-price': String(price) }
    const answer = await callApi('POST', '/service/order', JSON.parse(orderBody), headers)
    if (!answer.ok) {
      // The second look says what else may hinder the order; a price that is again as shown still needs a word.
      if (answer.message === priceChangedMessage)
        return (await isPriceAsShown()) && toast(priceChangedMessage, { tone: 'bad' })
      if (isOutcomeUnknown(answer.status)) return onUnknown(unknownOutcomeTexts.order)
      return toast(answer.message || orderMessages.failed, { tone: 'bad' })
    }
    lastAttempt.current = null
    removeStoredCallAttempt()
    toast(orderMessages.done, { tone: 'good' })
    onPlaced()
    router.refresh()
  }

  const repeat = async () => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    onUnknown(null)
    await place()
    inFlight.current = false
    setBusy(false)
  }
  return { price, busy, repeat }
}
