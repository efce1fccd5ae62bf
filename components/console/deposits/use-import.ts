'use client'

import { useState } from 'react'
import { type ReadDeposit, tableOf } from '#lib/deposits/rules.ts'
import type { TakenDeposit } from '#lib/deposits/schema.ts'
import { useCall } from '../../chrome/use-call.ts'
import { toast } from '../../ui/toast-store.ts'

/** Sends credits, once at a time; `answers` stand in their order. Sent again, what is known stays as it is. */
export function useImport() {
  const { busy, call } = useCall()
  const [answers, setAnswers] = useState<readonly TakenDeposit[] | null>(null)
  async function send(credits: readonly ReadDeposit[]) {
    const answer = await call<TakenDeposit[]>('POST', '/api/admin/deposits', { csv: tableOf(credits) })
    if (!answer) return
    if (answer.ok) setAnswers(answer.body)
    else
      toast(answer.message || '가져오지 못했습니다. 다시 눌러도 두 번 저장되지 않아요.', {
        tone: 'bad',
      })
  }
  return { busy, answers, send, forget: () => setAnswers(null) }
}
