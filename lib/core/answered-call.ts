import type { Call, Caller, CallNotes } from './call.ts'
import type { ErrorCode } from './errors.ts'

/** A call with an API key that was answered, also if it was refused. */
export type AnsweredCall = {
  requestId: string
  call: Call
  /** What the request asked for, where one path stands for several actions; as it was sent. */
  action: string | undefined
  /** The member whose key was sent, even if the key may not be used. */
  caller: Caller
  notes: CallNotes
  status: number
  /** Why it was refused, with the text that the answer has. */
  error: { code: ErrorCode; message: string } | null
  /** When the request began, in milliseconds since 1970, and how many milliseconds it took. */
  at: number
  took: number
  address: string
}

/** Takes note of an answered call. Must return at once, and never throw. */
export type CallObserver = (answered: AnsweredCall) => void
