'use client'

import { useRef, useState } from 'react'
import { type ReadDeposit, tableOf } from '#lib/deposits/rules.ts'
import type { TakenDeposit } from '#lib/deposits/schema.ts'
import { callApi } from '../../chrome/call-api.ts'
import { toast } from '../../ui/toast-store.ts'

/** Sends credits, once at a time; `answers` stand in their order. Sent again, what is known stays as it is. */
export function useImport() {
  const inFlight = useRef(false)
  const [busy, setBusy] = useState(false)
  const [answers, setAnswers] = useState<readonly TakenDeposit[] | null>(null)
  async function send(credits: readonly ReadDeposit[]) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const answer = await callApi<TakenDeposit[]>('POST', '/api/admin/deposits', { csv: tableOf(credits) })
    inFlight.current = false
    setBusy(false)
    if (answer.ok) setAnswers(answer.body)
    else
      toast(answer.message || '가져오지 못했습니다. 다시 눌러도 두 번 저장되지 않아요.', {
        tone: 'bad',
      })
  }
  return { busy, answers, send, forget: () => setAnswers(null) }
}
