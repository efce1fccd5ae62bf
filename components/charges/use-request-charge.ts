'use client'

import { type RefObject, useRef } from 'react'
import type { PayMethod } from '#lib/card-payments/labels.ts'
import type { StartedPayment } from '#lib/card-payments/schema.ts'
import { chargeRules } from '#lib/charges/errors.ts'
import { chargeMessages, type FeeType } from '#lib/charges/labels.ts'
import type { RequestedCharge } from '#lib/charges/schema.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { type CallAttempt, callAttemptFor } from '../chrome/attempt.ts'
import { callApi, refuseGuest } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { buildChargeDraft, findFirstBrokenRule, parseTypedAmount } from './charge-draft.ts'
import type { PayWay } from './charge-terms.ts'

/** Path of the charge screen that shows a payment. The browser comes back to it from PortOne. */
export const paymentPath = (paymentId: string, payMethod: PayMethod): string =>
  `/point?paymentId=${paymentId}&by=${payMethod}`

/**
 * State of the form that requests a charge or, if `way` goes through PortOne, begins a payment. Only one call runs at a
 * time. A retry with the same input reuses the idempotency key of the first try.
 */
export function useRequestCharge(
  kind: FeeType,
  {
    way,
    isGuest,
    onRequested,
  }: { readonly way: PayWay; readonly isGuest: boolean; onRequested(charge: RequestedCharge): void },
) {
  const lastAttempt = useRef<CallAttempt | null>(null)
  return useForm(async (data) => {
    if (isGuest) {
      refuseGuest()
      return null
    }
    if (way !== 'TRANSFER') return beginPayment(lastAttempt, parseTypedAmount(textOf(data, 'point')), way)
    const draft = buildChargeDraft(kind, (name) => textOf(data, name))
    const inputIssue = findFirstBrokenRule(draft)
    if (inputIssue) return inputIssue
    lastAttempt.current = callAttemptFor(lastAttempt.current, JSON.stringify(draft))
    const answer = await callApi<RequestedCharge>('POST', '/service/point', draft, {
      'idempotency-key': lastAttempt.current.key,
    })
    if (!answer.ok) return { path: '', message: answer.message || chargeMessages.failed }
    lastAttempt.current = null
    toast(chargeMessages.done, { tone: 'good' })
    onRequested(answer.body)
    return null
  })
}

/**
 * Begins a payment and loads the payment's page from the server. A navigation within the app wouldn't work: it keeps
 * the current page's Content-Security-Policy, and only the payment's page has a policy that allows PortOne's window.
 * Resolves to 'leaving' once the page is being loaded, or to the error to show. A retry with the same input reuses the
 * idempotency key in `lastAttempt`.
 */
export async function beginPayment(lastAttempt: RefObject<CallAttempt | null>, point: number, payMethod: PayMethod) {
  const inputIssue = firstIssue(chargeRules({ name: payMethod, point }))
  if (inputIssue) return inputIssue
  const body = { point, payMethod }
  lastAttempt.current = callAttemptFor(lastAttempt.current, JSON.stringify(body))
  const headers = { 'idempotency-key': lastAttempt.current.key }
  const answer = await callApi<StartedPayment>('POST', '/service/card-payments', body, headers)
  if (!answer.ok) return { path: '', message: answer.message || chargeMessages.failed }
  lastAttempt.current = null
  location.assign(paymentPath(answer.body.paymentId, payMethod))
  return 'leaving'
}
