'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { bankNameOf, paymentTexts } from '#lib/card-payments/labels.ts'
import type { MemberPayment, StartedPayment } from '#lib/card-payments/schema.ts'
import { formatWon, type Points, pointsFromNumber } from '#lib/money/points.ts'
import { pollApi } from '../chrome/call-api.ts'
import type { DraftOwner } from '../orders/stored-draft.ts'
import { WaitingDraft } from '../orders/waiting-draft.tsx'
import { Amount, Facts } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { seoulMinute } from '../ui/seoul-time.ts'
import { toast } from '../ui/toast-store.ts'
import { openPaymentWindow } from './open-payment-window.ts'
import { returnToDraft } from './return-to-draft.ts'

const POLL_INTERVAL_MS = 2_000

const pointsOf = (point: number): Points => pointsFromNumber(point) ?? 0n

interface CardPaymentProps {
  readonly payment: MemberPayment
  /** Parameters to open PortOne's payment window; null if the payment can't be paid any more. */
  readonly startedPayment: StartedPayment | null
  readonly draftOwner: DraftOwner
}

/**
 * One payment through PortOne, as far as the shop knows: it is to be paid, waits for a transfer, or is over. If the
 * member is typing an order that needs the points, that order is shown above the payment.
 */
export function CardPayment({ payment, startedPayment, draftOwner }: CardPaymentProps) {
  usePaymentEnd(payment, draftOwner)
  return (
    <>
      <WaitingDraft owner={draftOwner} />
      <PaymentCard {...{ payment, startedPayment }} />
    </>
  )
}

function PaymentCard({ payment, startedPayment }: Omit<CardPaymentProps, 'draftOwner'>) {
  return (
    <Card className="grid grid-cols-1 gap-4">
      {payment.state === 'READY' && startedPayment && <PayNow startedPayment={startedPayment} />}
      {payment.state === 'READY' && !startedPayment && <Outcome text={paymentTexts.checking} />}
      {payment.state === 'ISSUED' && <VirtualAccountFacts payment={payment} />}
      {payment.state === 'PAID' && (
        <Outcome text={payment.cancelled < payment.point ? paymentTexts.paid : paymentTexts.cancelled} />
      )}
      {payment.state === 'ENDED' && <Outcome text={paymentTexts.ended} />}
      {payment.state === 'DISPUTED' && <Outcome text={paymentTexts.disputed} />}
      <Facts
        facts={[
          { term: '충전금액', value: formatWon(pointsOf(payment.point)) },
          ...(payment.cancelled > 0
            ? [{ term: paymentTexts.cancelledPoints, value: formatWon(pointsOf(payment.cancelled)) }]
            : []),
        ]}
      />
      <ButtonLink href="/point" full>
        {paymentTexts.other}
      </ButtonLink>
    </Card>
  )
}

const Outcome = ({ text }: { readonly text: string }) => (
  <h2 className="text-l font-extrabold" role="status">
    {text}
  </h2>
)

/**
 * Polls the state of an open payment while the page is visible. When the payment is paid, goes back to the order that
 * the member was typing. After any other change, or without a typed order, reloads the page's data.
 */
function usePaymentEnd({ paymentId, state }: MemberPayment, draftOwner: DraftOwner) {
  const router = useRouter()
  const checkState = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    const answer = await pollApi<MemberPayment>('POST', `/service/card-payments/${paymentId}/confirm`)
    if (!answer.ok || answer.body.state === state) return
    if (answer.body.state === 'PAID' && returnToDraft(router, draftOwner))
      return toast(paymentTexts.paid, { tone: 'good' })
    router.refresh()
  })
  const isOpen = state === 'READY' || state === 'ISSUED'
  useEffect(() => {
    if (!isOpen) return
    const poll = () => void checkState()
    const timer = setInterval(poll, POLL_INTERVAL_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [isOpen])
}

function PayNow({ startedPayment }: { readonly startedPayment: StartedPayment }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function pay() {
    setBusy(true)
    setFailure(null)
    try {
      if (!(await openPaymentWindow(startedPayment))) setFailure(paymentTexts.stopped)
    } catch {
      setFailure(paymentTexts.failed)
    }
    setBusy(false)
  }
  return (
    <>
      <header className="grid gap-1">
        <h2 className="text-l font-extrabold">{paymentTexts.ready}</h2>
        <p className="text-ink-2">{paymentTexts.readyHint}</p>
      </header>
      <Amount size="xl" text={formatWon(pointsOf(startedPayment.point))} className="max-wide:text-l" />
      <FormAlert message={failure} />
      <Button tone="main" size="l" full busy={busy} onClick={() => void pay()}>
        {paymentTexts.open}
      </Button>
    </>
  )
}

function VirtualAccountFacts({ payment: { account } }: { readonly payment: MemberPayment }) {
  return (
    <>
      <header className="grid gap-1">
        <h2 className="text-l font-extrabold">{paymentTexts.issued}</h2>
        <p className="text-ink-2">{paymentTexts.issuedHint}</p>
      </header>
      {account && (
        <Facts
          facts={[
            {
              term: paymentTexts.account,
              value: (
                <span className="inline-flex flex-wrap items-center justify-end gap-2 tabular-nums">
                  {bankNameOf(account.bank)} {account.number}
                  <CopyButton text={account.number} label="계좌번호 복사" short="복사" />
                </span>
              ),
            },
            ...(account.holder ? [{ term: paymentTexts.holder, value: account.holder }] : []),
            ...(account.dueAt ? [{ term: paymentTexts.due, value: seoulMinute(account.dueAt) }] : []),
          ]}
        />
      )}
    </>
  )
}

/**
 * The member's other open payments: those into virtual accounts that still wait for the transfer, each with a link to its
 * account, and those that staff check.
 */
export function OpenPayments({ payments }: { readonly payments: readonly MemberPayment[] }) {
  const [waiting, checked] = (['ISSUED', 'DISPUTED'] as const).map((state) =>
    payments.filter((payment) => payment.state === state),
  )
  return (
    <>
      {waiting && waiting.length > 0 && (
        <PaymentList title={paymentTexts.waiting(waiting.length)} payments={waiting} action={paymentTexts.transfer} />
      )}
      {checked && checked.length > 0 && (
        <PaymentList title={paymentTexts.checked(checked.length)} payments={checked} hint={paymentTexts.disputed} />
      )}
    </>
  )
}

interface PaymentListProps {
  readonly title: string
  readonly payments: readonly MemberPayment[]
  readonly hint?: string
  /** Name of each payment's link to its own page; without it there are no links. */
  readonly action?: string
}

const PaymentList = ({ title, payments, hint, action }: PaymentListProps) => (
  <Card className="grid gap-3">
    <h2 className="text-m font-semibold">{title}</h2>
    <ul className="grid gap-2">
      {payments.map(({ paymentId, point }) => (
        <li key={paymentId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <b className="font-semibold tabular-nums">{formatWon(pointsOf(point))}</b>
          {action && (
            <ButtonLink href={`/point?paymentId=${paymentId}`} size="s">
              {action}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
    {hint && <p className="text-s text-ink-2">{hint}</p>}
  </Card>
)
