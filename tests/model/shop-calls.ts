import { randomUUID } from 'node:crypto'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call, Role } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type Headers, type RequestOptions, type SignedIn, send, signIn } from '#lib/web/testing/caller.ts'
import { REFERRED_MEMBER, REWARD_BASIS_POINTS } from './model-charges.ts'
import { MAX_QUANTITY, MIN_QUANTITY, UNIT_PRICE } from './model-orders.ts'
import { serviceTypes, TYPE_MAX_QUANTITY, TYPE_MIN_QUANTITY, TYPE_UNIT_PRICE } from './model-types.ts'
import type { Outcome, Step, StepOf } from './state.ts'

/**
 * Records that many sequences share: the service of most orders (`main`), one service of each type, an OWNER, and a
 * cashier. The cashier pays refunds, because a member of staff who approved a charge may not pay it back.
 */
export type ShopBase = {
  readonly main: number
  readonly byType: ReadonlyMap<string, number>
  readonly owner: Headers
  readonly cashier: Headers
}

/** The real shop with a few members. The ids of its records are stored under the key of the step that made them. */
export type Shop = ShopBase & {
  readonly members: readonly (SignedIn & { readonly name: string; readonly account: string })[]
  readonly orders: Map<string, number>
  readonly autos: Map<string, number>
  readonly requests: Map<string, number>
  readonly charges: Map<string, { readonly id: number; readonly name: string; readonly won: number }>
  readonly coupons: Map<string, string>
  readonly refunds: Map<string, number>
}

/** Balance that each member starts with, in hundredths of a point. */
export const START_BALANCE = 300_000

async function signInStaff(role: Role): Promise<Headers> {
  const staff = await makeMember({ loginId: randomUUID().slice(0, 12), role })
  await db().rows("UPDATE members SET role_since = now() - interval '3 days' WHERE id = $1", [staff.id])
  const signed = await signIn(staff, role)
  return { ...signed.headers, ...(await reauthHeaders(signed)) }
}

/** Creates and signs in new members. The first of them has referred the second. */
export async function makeShop(base: ShopBase, memberCount: number): Promise<Shop> {
  const members: Shop['members'][number][] = []
  for (let at = 0; at < memberCount; at++) {
    const member = await makeMember({ loginId: randomUUID().slice(0, 12), points: START_BALANCE / 100 })
    const name = `손님${randomUUID().slice(0, 8)}`
    const signed = await signIn(member)
    const headers = { ...signed.headers, ...(await reauthHeaders(signed)) }
    members.push({ ...signed, headers, name, account: String(10_000_000 + member.id) })
  }
  await db().rows('UPDATE members SET referred_by_id = $1 WHERE id = $2', [
    members[0]?.id,
    members[REFERRED_MEMBER]?.id,
  ])
  return {
    ...base,
    members,
    orders: new Map(),
    autos: new Map(),
    requests: new Map(),
    charges: new Map(),
    coupons: new Map(),
    refunds: new Map(),
  }
}

/** Creates the services, settings and staff that the model assumes. */
export async function makeShopBase(): Promise<ShopBase> {
  await saveSettings({ REFERRAL_REWARD_PERCENT: REWARD_BASIS_POINTS / 100 })
  const limits = { min: MIN_QUANTITY, max: MAX_QUANTITY, enableAuto: true }
  const main = await makeService({ price: UNIT_PRICE / 100_000, ...limits, refillDays: 30, canCancel: true })
  const byType = new Map<string, number>()
  for (const [type, { quantityOf }] of Object.entries(serviceTypes)) {
    const limits = quantityOf === 'package' ? { min: 1, max: 1 } : { min: TYPE_MIN_QUANTITY, max: TYPE_MAX_QUANTITY }
    const options = { type: type as ServiceTypeName, price: TYPE_UNIT_PRICE / 100_000, ...limits }
    byType.set(type, await makeService({ ...options, enableAuto: true, categoryOf: main }))
  }
  return { main, byType, owner: await signInStaff('OWNER'), cashier: await signInStaff('MANAGER') }
}

type Sending = { call: Call; id?: number; headers?: Headers } & RequestOptions

/** Sends a call. Returns the outcome, to be compared with the model's, and the answer. */
export async function sendCall<T>({ call, id, ...asked }: Sending): Promise<{ outcome: Outcome; json: T }> {
  const { status, json } = await send(call, { ...asked, path: call.path.replace('{id}', String(id)) })
  return { outcome: status < 300 ? { status } : { status, code: json.code }, json }
}

/** An id that no record has. */
const UNKNOWN_ID = 2_000_000_000

/**
 * Sends a call about the record `id`, as staff or as a member. Without `id` the call is about a record that doesn't
 * exist.
 */
export const sendCallAbout = async (
  call: Call,
  id: number | undefined,
  headers: Headers,
  body?: object,
): Promise<Outcome> => (await sendCall({ call, id: id ?? UNKNOWN_ID, headers, body })).outcome

export const headersOfMember = (shop: Shop, who: number): Headers => shop.members[who]?.headers ?? {}

/** A function that performs a step in the shop by sending its call, and returns the answer's status and code. */
export type Perform<Name extends Step['do']> = (shop: Shop, step: StepOf<Name>) => Promise<Outcome>
export type PerformAll<Name extends Step['do']> = { [Each in Name]: Perform<Each> }
