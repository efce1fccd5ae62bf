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
  /** Toast text of a success; none if the screen itself shows it. */
  readonly done?: string | ((body: T) => string)
}

/** Status of a call without a session: the login over the page was closed. */
const UNAUTHENTICATED = 401

/** The first field error of a refusal; null if the refusal names no field. */
export function fieldIssueOf({ refusal }: { readonly refusal: unknown }): FieldIssue | null {
  const { issues } = (refusal ?? {}) as { issues?: readonly FieldIssue[] }
  return issues?.[0] ?? null
}

/**
 * Makes one call at a time, shows the outcome as a toast and reloads the page's data, so that staff whose call was
 * refused because a colleague was faster read why and see the colleague's change. Resolves to null if the outcome is
 * unknown, if the session has ended, or if another call is in flight: dialogs then stay open with what was typed.
 */
export function useConsoleCall() {
  const router = useRouter()
  const { busy, call } = useCall()
  async function run<T = unknown>({ method, path, body, headers, done }: ConsoleCall<T>): Promise<ApiAnswer<T> | null> {
    const answer = await call<T>(method, path, body, headers)
    if (!answer) return null
    const text = answer.ok ? (typeof done === 'function' ? done(answer.body) : done) : answer.message || messages.fault
    if (text) toast(text, { tone: answer.ok ? 'good' : 'bad' })
    // Without a session a reload would leave the page, and with it what is typed into its forms.
    if (answer.status !== UNAUTHENTICATED) router.refresh()
    const isKnown = answer.status > 0 && answer.status < 500 && answer.status !== UNAUTHENTICATED
    return isKnown ? answer : null
  }
  return { busy, run }
}
