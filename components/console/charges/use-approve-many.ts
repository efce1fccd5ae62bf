'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { AdminChargeRow, ApprovedCharge } from '#lib/charges/schema.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { callApi } from '../../chrome/call-api.ts'

/** At once, so that a page of charges is done in a moment and nobody else's work waits for it. */
const AT_ONCE = 4

export interface Refusal {
  readonly charge: AdminChargeRow
  readonly message: string
}

/** What came of each so far. */
export interface Outcome {
  readonly approved: readonly AdminChargeRow[]
  /** For a second person. */
  readonly waiting: readonly AdminChargeRow[]
  readonly refused: readonly Refusal[]
}

const nothing: Outcome = { approved: [], waiting: [], refused: [] }

/** Approves charges one by one, each with its own answer: one that somebody else settled stops none of the others. */
export function useApproveMany(onApproved: (charge: AdminChargeRow) => void) {
  const router = useRouter()
  const stopped = useRef(false)
  const [outcome, setOutcome] = useState(nothing)
  const [running, setRunning] = useState(false)
  async function approveAll(charges: readonly AdminChargeRow[]): Promise<Outcome> {
    setRunning(true)
    const queue = [...charges]
    let so = nothing
    const work = async () => {
      for (let next = queue.shift(); next && !stopped.current; next = queue.shift()) {
        const charge = next
        const answer = await callApi<ApprovedCharge>('POST', `/api/admin/charges/${charge.id}/approve`)
        if (!answer.ok) so = { ...so, refused: [...so.refused, { charge, message: answer.message || messages.fault }] }
        else if (answer.body.approval) so = { ...so, waiting: [...so.waiting, charge] }
        else {
          onApproved(charge)
          so = { ...so, approved: [...so.approved, charge] }
        }
        setOutcome(so)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setRunning(false)
    router.refresh()
    return so
  }
  /** What is under way comes to its end; the rest stays as it is. */
  const stop = () => {
    stopped.current = true
  }
  return { running, outcome, approveAll, stop }
}
