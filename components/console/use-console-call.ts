'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { messages } from '#lib/core/pipeline-messages.ts'
import { type ApiAnswer, callApi } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'

export interface ConsoleCall {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** What is said once it is done. */
  readonly done: string
}

/**
 * Makes one call at a time, says what came of it and asks the server afresh: who lost a race reads why and sees what the
 * other one did. Answers null when nobody knows what became of it, or another call is on its way.
 */
export function useConsoleCall() {
  const router = useRouter()
  const inFlight = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run<T = unknown>({ method, path, body, headers, done }: ConsoleCall): Promise<ApiAnswer<T> | null> {
    if (inFlight.current) return null
    inFlight.current = true
    setBusy(true)
    const answer = await callApi<T>(method, path, body, headers)
    inFlight.current = false
    setBusy(false)
    toast(answer.ok ? done : answer.message || messages.fault, { tone: answer.ok ? 'good' : 'bad' })
    router.refresh()
    return answer.status > 0 && answer.status < 500 ? answer : null
  }
  return { busy, run }
}
