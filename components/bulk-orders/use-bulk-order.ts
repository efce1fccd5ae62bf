'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { bulkTexts, tooManyLinesText } from '#lib/orders/bulk/labels.ts'
import { readBulkText } from '#lib/orders/bulk/rules.ts'
import { MAX_BULK_ORDERS, type PlacedOrders, type PricedOrders } from '#lib/orders/bulk/schema.ts'
import { priceChangedMessage } from '#lib/orders/errors.ts'
import { type CallAttempt, callAttemptFor, isOutcomeUnknown, shouldReloadAfter } from '../chrome/attempt.ts'
import { refuseGuest } from '../chrome/call-api.ts'
import { useCall } from '../chrome/use-call.ts'
import type { IdAndName } from '../orders/link-advice.ts'
import {
  type BulkOrderPreview,
  type BulkOrderRow,
  linesToCorrect,
  previewRows,
  rowsAfterPlacing,
  rowsToSend,
} from './bulk-rows.ts'
import { isKeyForgotten, readStoredBulkList, storeBulkList, type UnconfirmedOrder } from './stored-bulk-list.ts'

const PATH = '/service/orders'

export interface BulkOrderResult {
  readonly rows: readonly BulkOrderRow[]
  /** Number of orders placed. */
  readonly placed: number
  /** Total price of the placed orders, in points. */
  readonly point: number
}

/** True if a refused call has certainly placed no order. A 409 may also be the answer while the first call still runs. */
const hasPlacedNothing = (status: number, message: string): boolean =>
  message === priceChangedMessage || (status !== 409 && !isOutcomeUnknown(status))

/**
 * State of the bulk order screen: the list, its preview and its result. Only one call runs at a time. `memberId` is
 * null for a guest, who can't order. `repeated` is a list made of earlier orders: it is previewed at once, and doesn't
 * replace the stored list that the member was typing.
 */
export function useBulkOrder(memberId: number | null, repeated: string, platforms: readonly IdAndName[]) {
  const router = useRouter()
  const { busy, call } = useCall()
  const [text, setText] = useState(repeated)
  const [isRepeated] = useState(repeated !== '')
  const [failure, setFailure] = useState<string | null>(null)
  const [preview, setPreview] = useState<BulkOrderPreview | null>(null)
  const [result, setResult] = useState<BulkOrderResult | null>(null)
  const lastAttempt = useRef<CallAttempt | null>(null)
  const unconfirmed = useRef<UnconfirmedOrder | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const lines = readBulkText(text)

  // Copies text that was typed or pasted before hydration from the field into the state. Otherwise the next rendering
  // would remove it.
  const takeEarlyText = useEffectEvent(() => {
    const early = field.current?.value ?? ''
    if (!isRepeated && early !== '' && early !== text) setAndStore(early)
  })
  useEffect(() => {
    if (memberId !== null) {
      const stored = readStoredBulkList(memberId, isRepeated)
      lastAttempt.current = stored.attempt
      unconfirmed.current = stored.unconfirmed
      if (!isRepeated) setText((typed) => typed || stored.text)
    }
    takeEarlyText()
  }, [memberId, isRepeated])

  const previewRepeated = useEffectEvent(() => isRepeated && void makePreview())
  useEffect(() => {
    previewRepeated()
  }, [])

  /** Stores the last call and the text. A repeated list isn't stored, because a reload makes it again from the URL. */
  function store(typed: string) {
    if (memberId !== null)
      storeBulkList(memberId, isRepeated, {
        text: isRepeated ? '' : typed,
        attempt: lastAttempt.current,
        unconfirmed: unconfirmed.current,
      })
  }

  function setAndStore(next: string) {
    setText(next)
    store(next)
  }

  function write(next: string) {
    setFailure(null)
    setPreview(null)
    setAndStore(next)
  }

  /**
   * True if the outcome of this list's call is unknown, and a retry could order the list again, because the server may
   * have forgotten the call's key.
   */
  const isForgotten = () => unconfirmed.current?.text === text && isKeyForgotten(lastAttempt.current ?? {}, Date.now())

  /**
   * Shows why the list can't be previewed, in place of an earlier preview. The focus goes to the list, once the message
   * is in the document: a screen reader then reads it, and it is in sight.
   */
  function refuseList(message: string) {
    setPreview(null)
    setFailure(message)
    setTimeout(() => field.current?.focus())
  }

  /**
   * Says that it can't be found out any more whether the list was ordered. Takes the preview away with its button, so
   * that the second press of a double click orders nothing; from here on the list counts as a new one.
   */
  function askToLookFirst() {
    lastAttempt.current = null
    unconfirmed.current = null
    store(text)
    refuseList(bulkTexts.forgotten)
  }

  async function makePreview() {
    if (memberId === null) return refuseGuest()
    setResult(null)
    if (isForgotten()) return askToLookFirst()
    // A new preview would leave out the lines that the balance doesn't cover any more once they are ordered. The call
    // would then have another body and thus another idempotency key, and would order the remaining lines again.
    if (unconfirmed.current?.text === text) {
      setPreview(unconfirmed.current.preview)
      return setFailure(bulkTexts.unknown)
    }
    if (lines.length === 0) return refuseList(bulkTexts.empty)
    if (lines.length > MAX_BULK_ORDERS) return refuseList(tooManyLinesText(lines.length, MAX_BULK_ORDERS))
    setFailure(null)
    const orders = rowsToSend(lines)
    if (orders.length === 0) return setPreview({ rows: previewRows(lines, []), point: 0, balance: 0 })
    const answer = await call<PricedOrders>('POST', PATH, { orders, dryRun: true })
    if (!answer) return
    if (!answer.ok) return refuseList(answer.message || bulkTexts.previewFailed)
    const { results, point, balance } = answer.body
    setPreview({ rows: previewRows(lines, results, platforms), point, balance })
  }

  async function place() {
    if (!preview || memberId === null || busy) return
    if (isForgotten()) return askToLookFirst()
    const orders = preview.rows.flatMap(({ problem, serviceId, link, amount }) =>
      problem === null ? { serviceId, link, amount } : [],
    )
    setFailure(null)
    // A retry of the same list uses the same idempotency key, even after a reload, so that nothing is ordered twice.
    lastAttempt.current = callAttemptFor(lastAttempt.current, JSON.stringify({ orders }))
    unconfirmed.current = { text, preview }
    store(text)
    const headers = { 'idempotency-key': lastAttempt.current.key, 'x-shown-price': String(preview.point) }
    const answer = await call<PlacedOrders>('POST', PATH, { orders }, headers)
    if (!answer) return
    if (answer.ok || hasPlacedNothing(answer.status, answer.message)) unconfirmed.current = null
    store(text)
    // Loads the new prices before the message is shown that asks the member to check them.
    if (answer.message === priceChangedMessage) await makePreview()
    if (!answer.ok) {
      const isUnknown = isOutcomeUnknown(answer.status)
      if (shouldReloadAfter(answer.status)) router.refresh()
      return setFailure(isUnknown ? bulkTexts.unknown : answer.message || bulkTexts.orderFailed)
    }
    lastAttempt.current = null
    const rows = rowsAfterPlacing(preview.rows, answer.body.results)
    setResult({ rows, placed: answer.body.placed, point: answer.body.point })
    setPreview(null)
    setAndStore(linesToCorrect(rows))
    // Removes the repeated orders from the URL, so that a reload doesn't start with them again.
    if (isRepeated) window.history.replaceState(null, '', '/bulk-order')
    router.refresh()
  }

  return { field, text, count: lines.length, write, busy, failure, preview, result, makePreview, place }
}
