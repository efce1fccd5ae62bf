import type { Access } from '#lib/core/call.ts'
import type { Headers, SignedIn } from './caller.ts'

/**
 * Test data and expected properties of a call, written by hand in `testing/call-rows.ts` of its domain. Being
 * independent of the call's declaration, they let tests find a declaration that allows too many callers by mistake.
 */
export type CallTestRow = {
  /** Callers that the call must accept; it must refuse all others. */
  access: Access
  /** Status of the response to a valid request; 200 by default. */
  status?: number
  /** Value for the `{id}` in the path: a record created for this request that belongs to `owner`. */
  id?: (owner: SignedIn) => Promise<number | string>
  /** True for staff calls that act on the caller's own records; another member of staff gets 404. */
  isOwnRecord?: boolean
  /** True for member calls that refuse staff; a test of the use case covers the refusal. */
  refusesStaff?: boolean
  /** A valid body, created for each request. */
  body?: (owner: SignedIn) => unknown
  /** Message for a malformed body; '입력 양식을 맞춰주세요' by default. */
  malformed?: string
  /** Content type of the response if it isn't JSON. */
  type?: string
  /** A valid query string, and invalid ones. */
  query?: { good: string; bad: string[] }
  /**
   * Creates what a valid request needs besides `id` and `body`. Runs before each request that is expected to be
   * accepted.
   */
  prepare?: (caller: SignedIn) => Promise<unknown>
  /** Additional headers of a valid request with these bytes as its body. */
  headers?: (caller: SignedIn, bytes: Buffer) => Promise<Headers>
}

/** Test data of calls, by `METHOD /path`. */
export type CallTestRows = Record<string, CallTestRow>
