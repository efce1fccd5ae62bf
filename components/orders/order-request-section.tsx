'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { type RequestKind, refillBaselineText, requestButtonTexts, requestMessages } from '#lib/requests/labels.ts'
import type { RequestRefusal } from '#lib/requests/rules.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast-store.ts'
import type { ListedOrder } from './listed-order.ts'

/**
 * The order's dialog shows a request (refill, cancellation, speed-up) if it can be made (null), or if it can't be made
 * for one of these reasons. A request that can't be made for another reason, such as a refill where the service has
 * none, isn't shown.
 */
const shownRefusals: readonly (RequestRefusal | null)[] = [
  null,
  'OPEN',
  'TODAY',
  'TOO_EARLY',
  'SENDING',
  'EXPIRED',
  'REFUNDED',
  'RECOVERED',
]

const requestPaths: Readonly<Record<RequestKind, string>> = { REFILL: 'refill', CANCEL: 'cancel', SPEED_UP: 'speed-up' }

interface OrderRequestSectionProps {
  readonly order: ListedOrder
  /** Kind of the request whose confirmation is open; null if no confirmation is open. */
  readonly openRequest: RequestKind | null
  readonly onOpenRequest: (kind: RequestKind | null) => void
}

/**
 * The requests about an order, each with its deadline or the reason why it can't be made. Before a request is sent, its
 * confirmation is shown in place of the list.
 */
export function OrderRequestSection({ order, openRequest, onOpenRequest }: OrderRequestSectionProps) {
  const offers = (order.requestInfo?.offers ?? []).filter(({ why }) => shownRefusals.includes(why))
  if (offers.length === 0) return null
  const openOffer = offers.find(({ kind, allowed }) => kind === openRequest && allowed)
  if (openOffer) return <RequestQuestion order={order} kind={openOffer.kind} onClose={() => onOpenRequest(null)} />
  return (
    <section className="grid gap-2.5">
      <h3 className="text-s font-semibold text-ink-2">요청</h3>
      <ul className="grid gap-2">
        {offers.map(({ kind, allowed, text }) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-2">
            <span className={allowed ? 'text-ink' : 'text-ink-3'}>{text}</span>
            {allowed && (
              <Button size="s" tone="soft" onClick={() => onOpenRequest(kind)}>
                {requestButtonTexts[kind].button}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RequestQuestionProps {
  readonly order: ListedOrder
  readonly kind: RequestKind
  readonly onClose: () => void
}

/** Asks the member to confirm the request. For a refill also takes the current follower count, which is optional. */
function RequestQuestion({ order, kind, onClose }: RequestQuestionProps) {
  const router = useRouter()
  const { busy, call } = useCall()
  const [count, setCount] = useState('')
  const { title, text, button, done } = requestButtonTexts[kind]
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const body = kind === 'REFILL' ? { currentCount: count === '' ? null : Number(count) } : undefined
    const answer = await call('POST', `/service/order/${order.id}/${requestPaths[kind]}`, body)
    if (!answer) return
    toast(answer.ok ? done : answer.message || requestMessages.failed, { tone: answer.ok ? 'good' : 'bad' })
    if (answer.ok) onClose()
    // A 409 may mean that the order has changed in the meantime: the list must be reloaded too.
    if (answer.ok || answer.status === 409) router.refresh()
  }
  return (
    <form
      noValidate
      onSubmit={send}
      aria-label={button}
      className="grid gap-3 rounded-field bg-sunken px-3.5 py-3 [--ink-3:var(--ink-2)]"
    >
      <div role="alert" className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p className="text-s text-ink-2">{text}</p>
      </div>
      {kind === 'REFILL' && (
        <>
          <p className="text-s text-ink-2">기준 {refillBaselineText(order.startCount, order.amount)}</p>
          <TextField
            label={requestMessages.currentCount}
            hint={requestMessages.currentCountHint}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            className="bg-card"
            value={count}
            onChange={({ target }) => setCount(target.value.replace(/\D/g, ''))}
          />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{requestMessages.keep}</Button>
        <Button type="submit" tone="main" busy={busy}>
          {button}
        </Button>
      </div>
    </form>
  )
}
