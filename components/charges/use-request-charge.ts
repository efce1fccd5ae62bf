'use client'

import { type RefObject, useRef } from 'react'
import type { PayMethod } from '#lib/card-payments/labels.ts'
import type { StartedPayment } from '#lib/card-payments/schema.ts'
import { chargeRules } from '#lib/charges/errors.ts'
import { chargeMessages, type FeeType } from '#lib/charges/labels.ts'
import type { RequestedCharge } from '#lib/charges/schema.ts'
import type { Issue } from '#lib/core/errors.ts'
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

interface RequestOptions {
  readonly way: PayWay
  readonly isGuest: boolean
  onRequested(charge: RequestedCharge): void
  /** Called when the shop has refused what the form offers, so that the page seems to be outdated. */
  onOutdated(): void
}

const BAD_INPUT_STATUS = 400
const CONFLICT_STATUS = 409

/** The form has checked the same rules as the server. If the server refuses nevertheless, the form is outdated. */
const isFormOutdated = (status: number): boolean => status === BAD_INPUT_STATUS || status === CONFLICT_STATUS

/** Text of the issue about the receipt kind in a refusal; '' if the refusal isn't about it. */
function receiptKindIssue(refusal: unknown): string {
  const { issues } = Object(refusal) as { issues?: readonly Issue[] }
  return issues?.find(({ path }) => path === 'feeType')?.message ?? ''
}

/**
 * State of the form that requests a charge or, if `way` goes through PortOne, begins a payment. Only one call runs at a
 * time. A retry with the same input reuses the idempotency key of the first try.
 */
export function useRequestCharge(kind: FeeType, { way, isGuest, onRequested, onOutdated }: RequestOptions) {
  const lastAttempt = useRef<CallAttempt | null>(null)
  return useForm(async (data) => {
    if (isGuest) {
      refuseGuest()
      return null
    }
    if (way !== 'TRANSFER')
      return beginPayment(lastAttempt, parseTypedAmount(textOf(data, 'point')), { payMethod: way, onOutdated })
    const draft = buildChargeDraft(kind, (name) => textOf(data, name))
    const inputIssue = findFirstBrokenRule(draft)
    if (inputIssue) return inputIssue
    lastAttempt.current = callAttemptFor(lastAttempt.current, JSON.stringify(draft))
    const answer = await callApi<RequestedCharge>('POST', '/service/point', draft, {
      'idempotency-key': lastAttempt.current.key,
    })
    if (!answer.ok) {
      if (isFormOutdated(answer.status)) onOutdated()
      return { path: '', message: receiptKindIssue(answer.refusal) || answer.message || chargeMessages.failed }
    }
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
export async function beginPayment(
  lastAttempt: RefObject<CallAttempt | null>,
  point: number,
  { payMethod, onOutdated }: { readonly payMethod: PayMethod } & Pick<RequestOptions, 'onOutdated'>,
) {
  const inputIssue = firstIssue(chargeRules({ name: payMethod, point }))
  if (inputIssue) return inputIssue
  const body = { point, payMethod }
  lastAttempt.current = callAttemptFor(lastAttempt.current, JSON.stringify(body))
  const headers = { 'idempotency-key': lastAttempt.current.key }
  const answer = await callApi<StartedPayment>('POST', '/service/card-payments', body, headers)
  if (!answer.ok) {
    if (isFormOutdated(answer.status)) onOutdated()
    return { path: '', message: answer.message || chargeMessages.failed }
  }
  lastAttempt.current = null
  location.assign(paymentPath(answer.body.paymentId, payMethod))
  return 'leaving'
}
