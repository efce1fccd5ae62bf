'use client'

import { useRef } from 'react'
import { chargeMessages, type FeeType } from '#lib/charges/labels.ts'
import type { RequestedCharge } from '#lib/charges/schema.ts'
import { type CallAttempt, callAttemptFor } from '../chrome/attempt.ts'
import { callApi, refuseGuest } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { chargeDraftOf, firstBrokenRule } from './charge-draft.ts'

/** Form state that requests a charge, one at a time; a retry of the same request reuses its idempotency key. */
export function useRequestCharge(
  kind: FeeType,
  { isGuest, onRequested }: { readonly isGuest: boolean; onRequested(charge: RequestedCharge): void },
) {
  const last = useRef<CallAttempt | null>(null)
  return useForm(async (data) => {
    if (isGuest) {
      refuseGuest()
      return null
    }
    const draft = chargeDraftOf(kind, (name) => textOf(data, name))
    const broken = firstBrokenRule(draft)
    if (broken) return broken
    last.current = callAttemptFor(last.current, JSON.stringify(draft))
    const answer = await callApi<RequestedCharge>('POST', '/service/point', draft, {
      'idempotency-key': last.current.key,
    })
    if (!answer.ok) return { path: '', message: answer.message || chargeMessages.failed }
    last.current = null
    toast(chargeMessages.done, { tone: 'good' })
    onRequested(answer.body)
    return null
  })
}
