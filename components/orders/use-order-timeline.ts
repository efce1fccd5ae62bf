'use client'

import { useEffect, useState } from 'react'
import type { OrderDetail } from '#lib/orders/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import type { ListedOrder } from './listed-order.ts'

/**
 * A text made of the values of an order that a new event changes. When the text changes, the timeline is loaded again.
 * An event that is only a remark changes none of these values.
 */
const eventsKeyOf = ({ id, status, remains, refunded, recovered, requestInfo }: ListedOrder): string =>
  [
    id,
    status,
    remains,
    refunded,
    recovered,
    ...(requestInfo?.requests ?? []).map((each) => `${each.id}${each.state}`),
  ].join(' ')

/** Loads events and payments of an order when its dialog is opened. Earlier data are shown until newer data arrive. */
export function useOrderTimeline(order: ListedOrder, open: boolean) {
  const [detail, setDetail] = useState<OrderDetail | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const key = `${eventsKeyOf(order)} ${tries}`
  useEffect(() => {
    if (!open || key === '') return
    let isStale = false
    void callApi<OrderDetail>('GET', `/service/order/${order.id}`).then((answer) => {
      if (isStale) return
      if (answer.ok) setDetail(answer.body)
      setFailed(!answer.ok)
    })
    return () => {
      isStale = true
    }
  }, [order.id, key, open])
  return { detail, failed: failed && detail === null, retry: () => setTries(tries + 1) }
}
