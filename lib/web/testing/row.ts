import type { Access } from '#lib/core/call.ts'
import type { Headers, SignedIn } from './caller.ts'

/**
 * What a call is expected to be, written a second time in `testing/call-rows.ts` of its domain: a declaration that lets in
 * too many by mistake differs from its row.
 */
export type Row = {
  access: Access
  /** What a good request is answered; 200 unless said. */
  status?: number
  /** What stands in the braces of the path, made afresh for a request and belonging to `owner`. */
  id?: (owner: SignedIn) => Promise<number | string>
  /** True for staff calls that act on what belongs to the caller. */
  own?: boolean
  /** A right body, made afresh for a request. */
  body?: (owner: SignedIn) => unknown
  /** Message for a body of the wrong shape; '입력 양식을 맞춰주세요' unless said. */
  malformed?: string
  /** What its answer is when it isn't JSON. */
  type?: string
  /** A right query, and wrong ones. */
  query?: { good: string; bad: string[] }
  /** What else a good request must carry, beside these bytes of its body. */
  headers?: (caller: SignedIn, bytes: Buffer) => Promise<Headers>
}

export type Rows = Record<string, Row>
