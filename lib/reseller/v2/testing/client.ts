import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { db } from '#lib/core/db.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { type Headers, newAddress, send } from '#lib/web/testing/caller.ts'
import { apiV2Call } from '../calls.ts'

type Parameters = Readonly<Record<string, string | number>>

/** A reseller with a client of API v2 that sends its parameters form-encoded, as most clients do. */
export type Reseller = TestMember & {
  key: string
  /**
   * Sends a request with these parameters and the member's API key. Returns the parsed response; throws if its status
   * isn't 200.
   */
  ask(parameters: Parameters, headers?: Headers): Promise<unknown>
}

/** Creates a member with points and an api-key. */
export async function makeReseller(points = 1_000): Promise<Reseller> {
  const member = await makeMember({ points })
  const key = await issueApiKey(db(), member.id)
  const ask = async (parameters: Parameters, headers: Headers = {}) => {
    const fields = Object.entries({ key, ...parameters }).map(([name, value]) => [name, String(value)])
    const { status, body } = await send(apiV2Call, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      address: newAddress(),
    })
    if (status !== 200) throw new Error(`API v2 answered ${status}`)
    return JSON.parse(body.toString())
  }
  return { ...member, key, ask }
}

/** Places an order by API v2. Returns its id. */
export async function addOrder(reseller: Reseller, parameters: Parameters): Promise<number> {
  const answer = (await reseller.ask({ action: 'add', link: '@some.body', quantity: 1, ...parameters })) as {
    order: number
  }
  return answer.order
}
