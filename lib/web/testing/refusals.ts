import { expect } from 'vitest'
import type { Call } from '#lib/core/call.ts'
import { type Headers, send } from './caller.ts'

/** Fields to change in the body, and the message with which the changed body is expected to be refused. */
export type RefusalStep = readonly [changes: Record<string, unknown>, message: string]

/**
 * Sends one body per step: an empty body with the changes of this and all previous steps. Expects each to be refused
 * with the message of its step, and with status 400 unless `statuses` has another one for the step. Returns the last
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
