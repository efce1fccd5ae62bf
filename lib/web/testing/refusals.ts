import { expect } from 'vitest'
import type { Call } from '#lib/core/call.ts'
import { type Headers, send } from './caller.ts'

/** What is mended of a body, and the sentence that it then meets. */
export type Step = readonly [mended: Record<string, unknown>, message: string]

/**
 * Begins with a body that breaks every rule and mends it step by step: the sentences must come in exactly this order,
 * as 400 unless a status is given with them. Answers the body as it is in the end.
 */
export async function expectRefusals(call: Call, headers: Headers, steps: readonly Step[], statuses: number[] = []) {
  const body: Record<string, unknown> = {}
  for (const [at, [mended, message]] of steps.entries()) {
    Object.assign(body, mended)
    const { status, json } = await send(call, { headers, body })
    expect({ status, message: json.message }, `step ${at + 1}`).toEqual({ status: statuses[at] ?? 400, message })
  }
  return body
}
