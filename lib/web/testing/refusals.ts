import { expect } from 'vitest'
import type { Call } from '#lib/core/call.ts'
import { type Headers, send } from './caller.ts'

/** Fields to change in a body, and the message of the refusal that is expected for the changed body. */
export type RefusalStep = readonly [changes: Record<string, unknown>, message: string]

/**
 * Sends a body once per step, with the changes of all steps so far; before the first step it is empty. Expects exactly
 * these messages in this sequence, with status 400 unless `statuses` gives another one for the step. Returns the final
 * body.
 */
export async function expectRefusals(
  call: Call,
  headers: Headers,
  steps: readonly RefusalStep[],
  statuses: number[] = [],
) {
  const body: Record<string, unknown> = {}
  for (const [at, [changes, message]] of steps.entries()) {
    Object.assign(body, changes)
    const { status, json } = await send(call, { headers, body })
    expect({ status, message: json.message }, `step ${at + 1}`).toEqual({ status: statuses[at] ?? 400, message })
  }
  return body
}
