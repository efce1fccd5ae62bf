'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { type ChargeStatus, chargeStatusLabels } from '#lib/charges/labels.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { callApi } from '../../chrome/call-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { chargeTitle } from './charge-words.ts'

/** What a verdict changed, shown until the list itself comes afresh. */
export type ChargeChange = Pick<AdminChargeRow, 'status' | 'outcome'>

export type Verdict = { verb: 'approve' } | { verb: 'reject'; reason: string }

const outcomes: Record<Verdict['verb'], string> = { approve: 'APPROVED', reject: 'REJECTED' }

/** A charge nobody can settle any more: another operator, its member or the clock was first. */
const isGone = (status: number): boolean => status === 404 || status === 409

/**
 * Settles a charge and asks the server afresh. `onDone` gets what changed, or null when somebody else was first;
 * it isn't called when nobody knows what became of the call.
 */
export function useSettleCharge(onDone: (charge: AdminChargeRow, change: ChargeChange | null) => void) {
  const router = useRouter()
  const inFlight = useRef(false)
  const [busy, setBusy] = useState(false)
  async function settle(charge: AdminChargeRow, verdict: Verdict) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const body = verdict.verb === 'reject' ? { reason: verdict.reason } : undefined
    const answer = await callApi<{ status: number }>('POST', `/api/admin/charges/${charge.id}/${verdict.verb}`, body)
    inFlight.current = false
    setBusy(false)
    if (answer.ok)
      toast(`${chargeTitle(charge)} ${chargeStatusLabels[answer.body.status as ChargeStatus]}`, { tone: 'good' })
    else toast(answer.message || messages.fault, { tone: 'bad' })
    if (answer.ok || isGone(answer.status))
      onDone(charge, answer.ok ? { status: answer.body.status, outcome: outcomes[verdict.verb] } : null)
    router.refresh()
  }
  return { busy, settle }
}
