import { vi } from 'vitest'
import { makeApiKeyCall } from '#lib/api-keys/calls.ts'
import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import type { Call } from '#lib/core/call.ts'
import { clock, timeAfter } from '#lib/core/clock.ts'
import { resellerOrderCall, resellerStatusCall } from '#lib/reseller/calls.ts'
import { apiV2Call } from '#lib/reseller/v2/calls.ts'
import { type Headers, newAddress, type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'

/** Fields of a body. */
type Fields = Readonly<Record<string, unknown>>

/** A program that uses an API key. Default address: an IP address that no other test uses. */
export const makeProgram = (key: string, address = newAddress()) => {
  const ask = (call: Call, body?: unknown, more: { path?: string; headers?: Headers } = {}) =>
    send(call, { address, ...more, ...(body !== undefined && { body }), headers: { 'api-key': key, ...more.headers } })
  const v2 = async (fields: Fields, headers: Headers = {}) => {
    const { body } = await ask(apiV2Call, { link: '@some.body', quantity: 1, ...fields }, { headers })
    return JSON.parse(body.toString())
  }
  const order = (body: Fields, headers: Headers = {}) =>
    ask(resellerOrderCall, { link: '@some.body', amount: 1, ...body }, { headers })
  const status = (id: number) => ask(resellerStatusCall, undefined, { path: `/status/${id}` })
  const balance = async (): Promise<string> => (await v2({ action: 'balance' })).balance
  return { key, ask, v2, order, status, balance }
}

/** A reseller's program that calls the API with its key. */
export type Program = ReturnType<typeof makeProgram>

/** Makes a test key of a member and returns a program that uses it. */
export async function makeTestProgram(member: SignedIn, fields: Fields = {}) {
  const { json } = await send(makeApiKeyCall, {
    headers: member.headers,
    body: { name: '테스트', test: true, ...fields },
  })
  return { member, keyId: json.id as number, ...makeProgram(json.apiKey) }
}

/** Makes a member with `points` points and a test key. Returns a program that uses this key. */
export const makeTestKeyProgram = async (points = 0) => makeTestProgram(await signedIn({ points }))

/** A program that uses the public test key. Default address: an IP address that no other test uses. */
export const makeVisitorProgram = (address?: string): Program => makeProgram(publicSandboxKey(), address)

/**
 * Stops the clock. Returns a function that sets the clock to a number of seconds after that moment.
 * `vi.restoreAllMocks` starts the clock again.
 */
export function stopClock(): (seconds: number) => void {
  const start = new Date()
  const at = (seconds: number) => void vi.spyOn(clock, 'now').mockReturnValue(timeAfter(start, seconds * 1_000))
  at(0)
  return at
}
