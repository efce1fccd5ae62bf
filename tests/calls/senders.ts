import { type Call, isForStaff } from '#lib/core/call.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { apiKeyHeaders, type SignedIn, signIn } from '#lib/web/testing/caller.ts'
import type { CallTestRow } from '#lib/web/testing/row.ts'
import { once } from './matrix.ts'

/** Creates a caller who has access to the call. */
async function makeCaller(row: CallTestRow): Promise<SignedIn> {
  const caller = await signIn(await makeMember({ points: 1_000, role: 'OWNER' }), 'OWNER')
  return row.access === 'api-key' ? { ...caller, headers: await apiKeyHeaders(caller) } : caller
}

/**
 * A caller, the id of a record of his that the path can name, and a valid body. Id and body are made when they are
 * first needed.
 */
export type Sender = { caller: SignedIn; id(): Promise<string>; body(): Promise<unknown> }

async function makeSender(call: Call, row: CallTestRow): Promise<Sender> {
  const caller = await makeCaller(row)
  const owner = isForStaff(call) && !row.isOwnRecord ? { ...caller, ...(await makeMember({ points: 1_000 })) } : caller
  const id = once(async () => String(await row.id?.(owner)))
  const body = once(async () => {
    // The record must exist first, because some bodies name what it contains.
    await id()
    return row.body?.(owner)
  })
  return { caller, id, body }
}

/**
 * Maximum number of refused requests that one sender sends. A refused request changes nothing, so its sender can be
 * used again; making a new sender for each request took most of the test's time. The number stays below every rate
 * limit per member; in a full-size run these limits are higher.
 */
const REQUESTS_PER_SENDER = Math.min(6 * Number(process.env.RATE_LIMIT_FACTOR ?? 1), 100)

/**
 * Makes the senders of a call's requests. `next` returns the sender for the next request. Call `renew` after a request
 * that wasn't refused: it may have changed its sender, so the next request gets a new one. A GET changes nothing, so
 * its sender stays.
 */
export function makeSenders(call: Call, row: CallTestRow) {
  let sender: Promise<Sender> | undefined
  let requests = 0
  return {
    next(): Promise<Sender> {
      if (requests++ % REQUESTS_PER_SENDER === 0) sender = undefined
      sender ??= makeSender(call, row)
      return sender
    },
    renew() {
      if (call.method === 'GET') return
      sender = undefined
      requests = 0
    },
  }
}
