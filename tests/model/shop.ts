import { randomUUID } from 'node:crypto'
import { makeService } from '#lib/catalog/testing/services.ts'
import {
  approveChargeCall,
  rejectChargeCall,
  requestChargeCall,
  reverseChargeCall,
  withdrawChargeCall,
} from '#lib/charges/calls.ts'
import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { depositHookCall } from '#lib/deposits/calls.ts'
import { newDepositOf, signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelAutoOrderCall } from '#lib/orders/auto/calls.ts'
import { autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { placeOrdersCall } from '#lib/orders/bulk/calls.ts'
import { placeOrderCall, transitionOrderCall } from '#lib/orders/calls.ts'
import { adjustPointsCall } from '#lib/points/calls.ts'
import { createPromotionCall, redeemCouponCall } from '#lib/promotions/calls.ts'
import { cancelOrderCall } from '#lib/requests/calls.ts'
import { provedAgain } from '#lib/sessions/testing/reauth.ts'
import { type Headers, type RequestOptions, type SignedIn, send, signIn } from '#lib/web/testing/caller.ts'
import { type Model, type Outcome, type Step, UNIT } from './model.ts'

/** The real shop with a few members and an OWNER. Ids are stored by the key of the step that made the record. */
export type Shop = {
  readonly members: readonly (SignedIn & { readonly name: string })[]
  readonly owner: Headers
  readonly serviceId: number
  readonly orders: Map<string, number>
  readonly autos: Map<string, number>
  readonly charges: Map<string, { readonly id: number; readonly name: string; readonly won: number }>
  readonly coupons: Map<string, string>
}

export const START = 300_000

export async function openShop(serviceId: number, memberCount: number): Promise<Shop> {
  const members: Shop['members'][number][] = []
  for (let at = 0; at < memberCount; at++) {
    const name = `손님${randomUUID().slice(0, 8)}`
    members.push({
      ...(await signIn(await makeMember({ loginId: randomUUID().slice(0, 12), points: START / 100 }))),
      name,
    })
  }
  const owner = await makeMember({ loginId: randomUUID().slice(0, 12), role: 'OWNER' })
  await db().rows("UPDATE members SET role_since = now() - interval '3 days' WHERE id = $1", [owner.id])
  const signed = await signIn(owner, 'OWNER')
  const headers = { ...signed.headers, ...(await provedAgain(signed)) }
  const maps = { orders: new Map(), autos: new Map(), charges: new Map(), coupons: new Map() }
  return { members, owner: headers, serviceId, ...maps }
}

export const makeModelService = (): Promise<number> =>
  makeService({ price: UNIT / 100_000, min: 10, max: 5_000, enableAuto: true })

type Sending = { call: Call; id?: number; headers?: Headers } & RequestOptions

async function ask<T>({ call, id, ...asked }: Sending): Promise<{ outcome: Outcome; json: T }> {
  const { status, json } = await send(call, { ...asked, path: call.path.replace('{id}', String(id)) })
  return { outcome: status < 300 ? { status } : { status, code: json.code }, json }
}

/** An id that no record has. */
const NONE = 2_000_000_000

const link = () => `https://instagram.com/p/${randomUUID().slice(0, 8)}`

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>
type Perform<Name extends Step['do']> = (shop: Shop, step: StepOf<Name>) => Promise<Outcome>

const byMember = (shop: Shop, who: number): Headers => shop.members[who]?.headers ?? {}

/** Sends a call about an existing record, as staff or a member. */
const touch = async (call: Call, id: number | undefined, headers: Headers, body?: object): Promise<Outcome> =>
  (await ask({ call, id: id ?? NONE, headers, body })).outcome

const steps: { [Name in Step['do']]: Perform<Name> } = {
  order: async (shop, { key, who, amount }) => {
    const body = { serviceId: shop.serviceId, link: link(), amount, runs: 0, interval: 0 }
    const { outcome, json } = await ask<{ orderId: number }>({
      call: placeOrderCall,
      headers: byMember(shop, who),
      body,
    })
    if (!outcome.code) shop.orders.set(key, json.orderId)
    return outcome
  },
  orderMany: async (shop, { key, who, amounts }) => {
    const orders = amounts.map((amount) => ({ serviceId: shop.serviceId, link: link(), amount }))
    const { outcome, json } = await ask<{ results: { index: number; orderId: number }[] }>({
      call: placeOrdersCall,
      headers: byMember(shop, who),
      body: { orders, atomic: true },
    })
    if (!outcome.code) for (const { index, orderId } of json.results) shop.orders.set(`${key}.${index}`, orderId)
    return outcome
  },
  autoOrder: async (shop, { key, who, amount, runs }) => {
    const body = { serviceId: shop.serviceId, link: link(), amount, runs, interval: 60 }
    const { outcome, json } = await ask<{ orderId: number; autoOrderId: number }>({
      call: placeOrderCall,
      headers: byMember(shop, who),
      body,
    })
    if (!outcome.code) {
      shop.orders.set(key, json.orderId)
      shop.autos.set(key, json.autoOrderId)
    }
    return outcome
  },
  cancel: (shop, { who, of }) => touch(cancelOrderCall, shop.orders.get(of), byMember(shop, who), {}),
  cancelAuto: (shop, { who, of }) => touch(cancelAutoOrderCall, shop.autos.get(of), byMember(shop, who), {}),
  transition: (shop, { of, status, remains }) =>
    touch(transitionOrderCall, shop.orders.get(of), shop.owner, { status, remains, reason: '확인함' }),
  charge: async (shop, { key, who, won }) => {
    const name = shop.members[who]?.name ?? ''
    const body = { name, point: won, feeType: 2, feeValue: {} }
    const { outcome, json } = await ask<{ id: number }>({ call: requestChargeCall, headers: byMember(shop, who), body })
    if (!outcome.code) shop.charges.set(key, { id: json.id, name, won })
    return outcome
  },
  withdraw: (shop, { who, of }) => touch(withdrawChargeCall, shop.charges.get(of)?.id, byMember(shop, who), {}),
  deposit: async (shop, { of }) => {
    const charge = shop.charges.get(of)
    if (!charge) return { status: 200 }
    const raw = Buffer.from(
      JSON.stringify([newDepositOf({ name: charge.name, amount: charge.won, externalId: `${of}-${charge.id}` })]),
    )
    const headers = { 'content-type': 'application/json', ...signatureHeaders(raw) }
    return (await ask({ call: depositHookCall, headers, raw })).outcome
  },
  approve: (shop, { of }) => touch(approveChargeCall, shop.charges.get(of)?.id, shop.owner, {}),
  reject: (shop, { of }) => touch(rejectChargeCall, shop.charges.get(of)?.id, shop.owner, { reason: '확인함' }),
  reverse: (shop, { of }) => touch(reverseChargeCall, shop.charges.get(of)?.id, shop.owner, { reason: '확인함' }),
  adjust: (shop, { who, delta }) =>
    touch(adjustPointsCall, shop.members[who]?.id, shop.owner, { delta, reason: '확인함' }),
  coupon: async (shop, { key, point, times }) => {
    const [startsAt, endsAt] = [-1, 100].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
    const gives = { kind: 'COUPON', name: '쿠폰', point, minCharge: 0, budget: point * times, maxGrants: times }
    const { outcome, json } = await ask<{ code: string }>({
      call: createPromotionCall,
      headers: shop.owner,
      body: { ...gives, startsAt, endsAt },
    })
    if (!outcome.code) shop.coupons.set(key, json.code)
    return outcome
  },
  redeem: (shop, { who, of }) =>
    ask({
      call: redeemCouponCall,
      headers: byMember(shop, who),
      body: { code: shop.coupons.get(of) ?? 'AAAA-AAAA-AAAA' },
    }).then(({ outcome }) => outcome),
}

/** Performs a step in the shop by its call. Returns the answer. */
export const performStep = (shop: Shop, step: Step): Promise<Outcome> =>
  (steps[step.do] as Perform<Step['do']>)(shop, step as never)

type Facts = Pick<Model, 'members'> & {
  orders: Record<string, { status: number; remains: number; refunded: number; price: number }>
  autos: Record<string, { canceled: boolean; price: number }>
  charges: Record<string, { status: number; reversed: boolean }>
}

const pairs = <T>(map: Map<string, T>): [string[], T[]] => [[...map.keys()], [...map.values()]]

/**
 * The facts of the shop that must equal the model's: balances, debts, ledger by kind, and the state of each order and
 * charge.
 */
export async function factsOf(shop: Shop): Promise<Facts> {
  const ids = shop.members.map(({ id }) => id)
  const byKey = async <T>(sql: string, map: Map<string, number>): Promise<Record<string, T>> => {
    const [keys, values] = pairs(map)
    const rows = await db().rows<{ id: number; fact: T }>(sql, [values])
    return Object.fromEntries(rows.map(({ id, fact }) => [keys[values.indexOf(id)] ?? '', fact]))
  }
  const { members } = await oneRow<{ members: Facts['members'] }>(
    db(),
    `SELECT json_agg(json_build_object('balance', b.point,
        'debt', (SELECT coalesce(sum(amount - recovered - waived), 0) FROM debts d WHERE d.member_id = b.member_id),
        'ledger', (SELECT coalesce(json_object_agg(kind, total), '{}') FROM (
          SELECT kind, sum(delta) AS total FROM point_entries e WHERE e.member_id = b.member_id GROUP BY kind) AS k)
      ) ORDER BY array_position($1::int[], b.member_id)) AS members
     FROM balances b WHERE b.member_id = ANY ($1::int[])`,
    [ids],
  )
  return {
    members,
    orders: await byKey(
      `SELECT id, json_build_object('status', status, 'remains', remains, 'refunded', refunded, 'price', price) AS fact
       FROM orders WHERE id = ANY ($1::int[])`,
      shop.orders,
    ),
    autos: await byKey(
      `SELECT id, json_build_object('canceled', status = ${autoOrderStatus.CANCLED}, 'price', price) AS fact FROM auto_orders WHERE id = ANY ($1::int[])`,
      shop.autos,
    ),
    charges: await byKey(
      `SELECT id, json_build_object('status', status, 'reversed', reversed_at IS NOT NULL) AS fact FROM charges WHERE id = ANY ($1::int[])`,
      new Map([...shop.charges].map(([key, { id }]) => [key, id])),
    ),
  }
}

const mapValues = <T, U>(all: Record<string, T>, of: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, of(value)]))

/** The same facts of the model. */
export const factsOfModel = ({ members, orders, autos, charges }: Model): Facts => ({
  members,
  orders: mapValues(orders, ({ status, remains, refunded, price }) => ({ status, remains, refunded, price })),
  autos: mapValues(autos, ({ canceled, price }) => ({ canceled, price })),
  charges: mapValues(charges, ({ status, reversed }) => ({ status, reversed })),
})
