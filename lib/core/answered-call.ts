import type { Call, Caller, CallNotes } from './call.ts'
import type { ErrorCode } from './errors.ts'

/** An HTTP request with an API key that the call has answered, with a result or a refusal. */
export type AnsweredCall = {
  requestId: string
  call: Call
  /** Name of the action, as sent. API v2 has only one path, so each request names its action. */
  action: string | undefined
  /** The member whose key was sent, even if the key may not be used. */
  caller: Caller
  /** Numbers that the call added for the request log. */
  notes: CallNotes
  status: number
  /** Code of the refusal, and its text as in the response; null if the call wasn't refused. */
  error: { code: ErrorCode; message: string } | null
  /** When the request began, in milliseconds since 1970, and how many milliseconds it took. */
  at: number
  took: number
  /** IP address of the client. */
  address: string
}

/**
 * Function called with each answered call, to log it. It must return at once and never throw, since the response is
 * sent after it.
 */
export type CallObserver = (answered: AnsweredCall) => void
