import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { apiV2Call } from '#lib/reseller/v2/calls.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import type { KnownValues } from './arbitraries.ts'

/** A shop with a reseller, to which generated requests are sent. */
export type FuzzShop = {
  /** The reseller's key. His balance is larger than all requests can spend. */
  key: string
  /**
   * A test key, keys that are refused for various reasons, keys with only one scope, and a key whose member has no
   * points.
   */
  otherKeys: readonly string[]
  known: KnownValues
}

async function makeKey({ points = 1_000, restriction = 'NORMAL' as 'NORMAL' | 'SUSPENDED', change = '' } = {}) {
  const member = await makeMember({ points, restriction })
  const key = await issueApiKey(db(), member.id)
  if (change) await db().rows(`UPDATE api_keys SET ${change} WHERE member_id = $1`, [member.id])
  return key
}

const links = ['https://www.instagram.com/seoul.cafe.log', '@seoul.cafe.log', 'x', 'https://youtu.be/가나다?a=1&b=%20']

export async function makeFuzzShop(): Promise<FuzzShop> {
  const key = await makeKey({ points: 100_000_000 })
  const otherKeys = [
    ...Array<string>(6).fill(publicSandboxKey()),
    'sk_live_unknown',
    'x'.repeat(300),
    await makeKey({ change: 'frozen_at = now()' }),
    await makeKey({ change: "scopes = '{read}'" }),
    await makeKey({ change: "scopes = '{order}'" }),
    await makeKey({ change: "addresses = '{203.0.113.7/32}'" }),
    await makeKey({ restriction: 'SUSPENDED' }),
    await makeKey({ points: 0 }),
  ]
  const service = await makeService({ price: 0.01, enableAuto: true })
  const others = [
    await makeService({ type: 'Custom Comments', price: 1.23456 }),
    await makeService({ type: 'Package', price: 9 }),
    await makeService({ type: 'Poll' }),
    await makeService({ type: 'Web Traffic' }),
    await makeService({ type: 'Mentions with Hashtags' }),
    await makeService({ isReadOnly: true }),
    await makeService({ min: 100, max: 200 }),
    await makeService({ refillDays: 30, canCancel: true }),
    await makeService({ oneOrderPerLink: true }),
  ]
  const add = async (more: object = {}): Promise<number> => {
    const body = { key, action: 'add', service, link: 'x', quantity: 10, ...more }
    return (await send(apiV2Call, { body, address: newAddress() })).json.order
  }
  const orders = [await add(), await add(), await add({ runs: 3, interval: 60 }), 1, 999_999_999]
  const services = [service, service, service, ...others, 0]
  const numbers = [1, 1, 2, 10, 150, 0, -1]
  const lists = [['한 줄', '두 줄'], 'a\nb', 'a']
  const known = {
    ...{ serviceId: services, service: services, link: links, amount: numbers, quantity: numbers },
    ...{ runs: [0, 2, 3], interval: [0, 60, 61], wId: orders, order: orders, orders: [...orders, orders.join(',')] },
    ...{
      comments: lists,
      usernames: lists,
      hashtags: lists,
      groups: lists,
      keywords: lists,
      refill: [1],
      refills: ['1,2'],
    },
    ...{ since: ['2026-11-22T00:00:00Z', '2026-11-22T09:00:00+09:00', '1', 'x'] },
    ...{ key: [key], country: ['KR'], device: [1, 5], typeOfTraffic: [1, 2, 3], type_of_traffic: [1, 2, 3] },
    ...{ answerNumber: [1], answer_number: [1], hashtag: ['#카페'], username: ['seoul'], media: ['x'] },
    ...{
      googleKeyword: ['카페'],
      google_keyword: ['카페'],
      referringUrl: ['https://a.kr'],
      referring_url: ['https://a.kr'],
    },
  }
  return { key, otherKeys, known }
}
