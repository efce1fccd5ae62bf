import type { Call, Caller, CallNotes } from './call.ts'
import type { ErrorCode } from './errors.ts'

/** A call with an API key that was answered, also if it was refused. */
export type AnsweredCall = {
  requestId: string
  call: Call
  /** The action that the request named, as it was sent, for a path that serves several actions (API v2). */
  action: string | undefined
  /** The member whose key was sent, even if the key may not be used. */
  caller: Caller
  notes: CallNotes
  status: number
  /** Code and text of the refusal, as answered; null if the call succeeded. */
  error: { code: ErrorCode; message: string } | null
  /** When the request began, in milliseconds since 1970, and how many milliseconds it took. */
  at: number
  took: number
  address: string
}

/** Called with each answered call, to log it. Must return at once and never throw, because the answer waits for it. */
export type CallObserver = (answered: AnsweredCall) => void
