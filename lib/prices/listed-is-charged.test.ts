import { expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { priceOf } from '#lib/money/prices.ts'
import { placeOrdersCall } from '#lib/orders/bulk/calls.ts'
import { placeOrderCall } from '#lib/orders/calls.ts'
import { resellerOrderCall, resellerServicesCall } from '#lib/reseller/calls.ts'
import { apiV2Call } from '#lib/reseller/v2/calls.ts'
import { makeReseller, type Reseller } from '#lib/reseller/v2/testing/client.ts'
import { newAddress, send, signIn } from '#lib/web/testing/caller.ts'
import { pricedCatalog, withPriceTerms } from './queries.ts'
import { lowestAllowedPrice } from './testing/lowest-allowed-price.ts'
import { makePriceGroup, makePriceRule, putIntoPriceGroup } from './testing/prices.ts'

const COMBINATIONS = Number(process.env.PROOF_COMBINATIONS ?? 500)
const SERVICES = 8
/** Timeout of the test in milliseconds. One combination takes about 10 ms, or up to 100 ms on a busy machine. */
const MAX_MS = Math.max(120_000, COMBINATIONS * 100)
const MEMBERS = 5

/** Returns a seeded generator of pseudo-random integers below `most`, so that a failure can be reproduced. */
function randomOf(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

const seed = Number(process.env.PROOF_SEED ?? 20_261_122)
const random = randomOf(seed)
const oneIn = (of: number): boolean => random(of) === 0

/**
 * Gives a service a random price, and a cost that is unknown or is below, at or above the price. The service is
 * fulfilled by the provider or, more often, by staff.
 */
async function reprice(serviceId: number, providerId: number): Promise<void> {
  const price = 1 + random(10 ** (1 + random(7)))
  const cost = [null, Math.max(1, Math.floor(price / 2)), price, price * 2][random(4)]
  await db().rows('UPDATE services SET unit_price = $2, unit_cost = $3, provider_id = $4 WHERE id = $1', [
    serviceId,
    price,
    cost,
    oneIn(3) ? providerId : null,
  ])
}

const someRule = () =>
  oneIn(2) ? { percent: random(9_001) } : { unitPrice: BigInt(1 + random(10 ** (1 + random(6)))) }

async function changeRules(ids: number[], groups: number[], members: Reseller[]): Promise<void> {
  for (const member of members)
    if (oneIn(3)) await putIntoPriceGroup(member.id, oneIn(4) ? null : (groups[random(groups.length)] ?? null))
  for (let count = 0; count < 4; count++) {
    const serviceId = ids[random(ids.length)] ?? 0
    const [{ categoryId = 0 } = {}] = await db().rows<{ categoryId: number }>(
      'SELECT category_id FROM services WHERE id = $1',
      [serviceId],
    )
    const who = oneIn(2)
      ? { groupId: groups[random(groups.length)] ?? 0 }
      : { memberId: members[random(members.length)]?.id ?? 0 }
    const belowCost = oneIn(4)
    if (oneIn(2)) await makePriceRule({ ...who, serviceId, ...someRule(), belowCost })
    else await makePriceRule({ ...who, categoryId, percent: random(9_001), belowCost })
    if ('memberId' in who && oneIn(5)) await makePriceRule({ ...who, percent: random(9_001), belowCost })
  }
  if (oneIn(3)) await db().rows('DELETE FROM price_rules WHERE id = (SELECT min(id) FROM price_rules)')
  if (oneIn(3)) await db().rows('UPDATE price_groups SET percent = $2 WHERE id = $1', [groups[0], random(9_001)])
}

const list = async (call: Call, key: string, raw?: string) => {
  const { body } = await send(call, { headers: { 'api-key': key }, address: newAddress(), ...(raw && { raw }) })
  return JSON.parse(body.toString())
}

const chargeOf = async (orderId: number): Promise<bigint> =>
  (await db().rows<{ price: bigint }>('SELECT price FROM orders WHERE id = $1', [orderId]))[0]?.price ?? -1n

/** Orders a service through one of the four calls that place orders. Returns the order's id. */
async function orderSomehow(
  member: Reseller,
  session: Record<string, string>,
  serviceId: number,
  amount: number,
): Promise<number> {
  const body = { serviceId, link: '@some.body', amount }
  const way = random(4)
  if (way === 0) return (await send(resellerOrderCall, { headers: { 'api-key': member.key }, body })).json.wId
  if (way === 1)
    return (
      await send(apiV2Call, {
        raw: `key=${member.key}&action=add&service=${serviceId}&link=@some.body&quantity=${amount}`,
      })
    ).json.order
  if (way === 2)
    return (await send(placeOrderCall, { headers: session, body: { ...body, runs: 0, interval: 0 } })).json.orderId
  return (await send(placeOrdersCall, { headers: session, body: { orders: [body] } })).json.results[0].orderId
}

test(
  'whatever group, rules, prices and costs: what is listed is what is charged by every call, never above the list, nor below the floor without an OWNER',
  async () => {
    env().RATE_LIMIT_FACTOR = 1_000
    const ids: number[] = []
    for (let at = 0; at < SERVICES; at++) ids.push(await makeService({ price: 1 + at }))
    await db().rows(
      'UPDATE services SET category_id = (SELECT min(id) FROM categories) WHERE id = ANY ($1) AND id % 2 = 0',
      [ids],
    )
    const [provider] = await db().rows<{ id: number }>(
      "INSERT INTO providers (name, api_url, encrypted_key, enabled) VALUES ('x', 'https://x.example', ''::bytea, false) RETURNING id",
    )
    const groups = [await makePriceGroup(10), await makePriceGroup(0), await makePriceGroup(90)]
    const members: Reseller[] = []
    for (let at = 0; at < MEMBERS; at++) members.push(await makeReseller(100_000_000))
    const sessions = await Promise.all(members.map(async (member) => (await signIn(member)).headers))
    let combinations = 0
    // Number of orders at the price floor, and number of orders that an OWNER allowed below it. A run in which one of
    // these numbers stays 0 proves nothing.
    let atFloor = 0
    let belowFloor = 0
    while (combinations < COMBINATIONS) {
      for (const id of ids) if (oneIn(3)) await reprice(id, provider?.id ?? 0)
      await changeRules(ids, groups, members)
      for (const [at, member] of members.entries()) {
        const listed: { id: number; point: number }[] = await list(resellerServicesCall, member.key)
        const rates: { service: number; rate: string }[] = await list(
          apiV2Call,
          member.key,
          `key=${member.key}&action=services`,
        )
        const { catalog, termsOf } = await pricedCatalog(db())
        const terms = termsOf(member.id)
        for (const service of [...catalog.byId.values()].filter(({ id }) => ids.includes(id))) {
          const price = withPriceTerms(service, terms)
          const point = listed.find(({ id }) => id === service.id)?.point
          const rate = rates.find((row) => row.service === service.id)?.rate
          expect([point, rate]).toEqual([Number(price.unitPrice) / 100_000, expect.any(String)])
          expect(Math.round(Number(rate) * 100)).toBe(Number(price.unitPrice))
          expect(price.unitPrice).toBeLessThanOrEqual(service.unitPrice)
          expect(price.unitPrice).toBeGreaterThan(0n)
          const { lowest, floor } = await lowestAllowedPrice(member.id, service.id)
          expect(price.unitPrice, `list ${service.unitPrice}, floor ${floor}`).toBeGreaterThanOrEqual(lowest)
          if (price.unitPrice === floor && floor < service.unitPrice) atFloor++
          if (price.unitPrice < floor && price.unitPrice < service.unitPrice) belowFloor++
          const amount = 1 + random(2_000)
          const orderId = await orderSomehow(member, sessions[at] ?? {}, service.id, amount)
          const charged = await chargeOf(orderId)
          expect(charged).toBe(priceOf(price.unitPrice, amount))
          expect(charged).toBeGreaterThanOrEqual(priceOf(lowest, amount))
          combinations++
        }
      }
    }
    expect(atFloor).toBeGreaterThan(0)
    expect(belowFloor).toBeGreaterThan(0)
    if (process.env.PROOF_COMBINATIONS)
      console.log(`seed ${seed}: ${combinations} orders, ${atFloor} at the floor, ${belowFloor} below it by an OWNER`)
    await expectBooksBalance()
  },
  MAX_MS,
)
