import { expect } from 'vitest'
import type { Call } from '#lib/core/call.ts'
import { type Headers, send } from './caller.ts'

/** Fields that correct a part of a body, and the message that is expected then. */
export type RefusalStep = readonly [mended: Record<string, unknown>, message: string]

/**
 * Sends a body that breaks every rule and corrects it step by step. Expects exactly these messages in this sequence,
 * with status 400 unless `statuses` gives another one. Returns the final body.
 */
export async function expectRefusals(
  call: Call,
  headers: Headers,
  steps: readonly RefusalStep[],
  statuses: number[] = [],
) {
  const body: Record<string, unknown> = {}
  for (const [at, [mended, message]] of steps.entries()) {
    Object.assign(body, mended)
    const { status, json } = await send(call, { headers, body })
    expect({ status, message: json.message }, `step ${at + 1}`).toEqual({ status: statuses[at] ?? 400, message })
  }
  return body
}
