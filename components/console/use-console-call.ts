'use client'

import { useRouter } from 'next/navigation'
import { messages } from '#lib/core/pipeline-messages.ts'
import type { ApiAnswer } from '../chrome/call-api.ts'
import { useCall } from '../chrome/use-call.ts'
import { toast } from '../ui/toast-store.ts'
import type { FieldIssue } from '../ui/use-form.ts'

export interface ConsoleCall<T = unknown> {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Text of the toast after a success; absent or '' for no toast. */
  readonly done?: string | ((body: T) => string)
}

/**
 * HTTP status of a call without a session. A call ends with this status only if the user has closed the login dialog.
 */
const UNAUTHENTICATED = 401

/** The first field error in the response to a refused call (`issues`); null if the response names no field. */
export function firstFieldIssue({ refusal }: { readonly refusal: unknown }): FieldIssue | null {
  const { issues } = (refusal ?? {}) as { issues?: readonly FieldIssue[] }
  return issues?.[0] ?? null
}

/**
 * Returns `run`, which makes one call at a time, shows the outcome as a toast and reloads the data of the page. If a
 * colleague was faster, staff read why their call was refused and see what the colleague changed. `run` resolves to
 * null if the outcome is unknown, the session has ended or another call is in flight. The caller then leaves its dialog
 * open, so that typed text isn't lost.
 */
export function useConsoleCall() {
  const router = useRouter()
  const { busy, call } = useCall()
  async function run<T = unknown>({ method, path, body, headers, done }: ConsoleCall<T>): Promise<ApiAnswer<T> | null> {
    const answer = await call<T>(method, path, body, headers)
    if (!answer) return null
    const text = answer.ok ? (typeof done === 'function' ? done(answer.body) : done) : answer.message || messages.fault
    if (text) toast(text, { tone: answer.ok ? 'good' : 'bad' })
    // No reload after a 401: without a session it would lead to the login, and text typed in forms would be lost.
    if (answer.status !== UNAUTHENTICATED) router.refresh()
    const isKnown = answer.status > 0 && answer.status < 500 && answer.status !== UNAUTHENTICATED
    return isKnown ? answer : null
  }
  return { busy, run }
}
