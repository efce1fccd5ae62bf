import { type Call, pathParameters } from '#lib/core/call.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import {
  apiKeyHeaders,
  bodyBytesOf,
  newAddress,
  type RequestOptions,
  type SignedIn,
  send,
  signedIn,
  signIn,
} from '#lib/web/testing/caller.ts'
import type { CallTestRow, CallTestRows } from '#lib/web/testing/row.ts'

/** The call-rows.ts files of lib/. */
const files = import.meta.glob<{ callTestRows: CallTestRows }>('../../lib/**/testing/call-rows.ts', { eager: true })

/** Test data of all calls, by `METHOD /path`. */
export const callTestRows: CallTestRows = Object.assign({}, ...Object.values(files).map((file) => file.callTestRows))

export const callNameOf = (call: Call): string => `${call.method} ${call.path}`

const staffRoles = ['SUPPORT', 'MANAGER', 'OWNER'] as const

/** Kinds of callers. The first three have neither a valid session nor a valid key. */
export const callerNames = [
  'nobody',
  'a dead token',
  'a revoked key',
  'a member',
  'another member',
  'a suspended member',
  'a key',
  'another key',
  'a suspended key',
  'a suspended owner',
  ...staffRoles,
] as const

export type CallerName = (typeof callerNames)[number]

const startingPoints = { points: 1_000 }

async function makeCaller(name: CallerName): Promise<SignedIn> {
  if (name === 'nobody') return { ...(await signedIn(startingPoints)), headers: {} }
  if (name === 'a dead token')
    return { ...(await signedIn(startingPoints)), headers: { authorization: 'Bearer a.dead.token' } }
  const role = name === 'a suspended owner' ? 'OWNER' : (staffRoles.find((each) => each === name) ?? 'MEMBER')
  const restriction = name.includes('suspended') ? 'SUSPENDED' : 'NORMAL'
  const member = await signIn(await makeMember({ ...startingPoints, role, restriction }), role)
  if (!name.includes('key')) return member
  const headers = await apiKeyHeaders(member)
  if (name === 'a revoked key') await apiKeyHeaders(member)
  return { ...member, headers }
}

/**
 * Callers whose requests will be refused are created once and reused. The others are created anew, because their
 * requests change them.
 */
const reusedCallers = new Map<CallerName, Promise<SignedIn>>()
const reusedCaller = (name: CallerName): Promise<SignedIn> => {
  reusedCallers.set(name, reusedCallers.get(name) ?? makeCaller(name))
  return reusedCallers.get(name) as Promise<SignedIn>
}

const staffRank = (name: string): number => (staffRoles as readonly string[]).indexOf(name)

/** The access that this caller must have according to the row: 'in' if he may call, else the status of the refusal. */
export function expectedAccess({ access }: CallTestRow, name: CallerName): 'in' | 401 | 403 {
  if (access === 'public' || access === 'anyone') return 'in'
  if (access === 'api-key') {
    if (name === 'a suspended key') return 403
    return name === 'a key' || name === 'another key' ? 'in' : 401
  }
  if (name === 'nobody' || name.includes('token') || name.includes('key')) return 401
  if (name === 'a suspended member' || name === 'a suspended owner') return 403
  return access === 'member' || staffRank(name) >= staffRank(access) ? 'in' : 403
}

/**
 * True if this caller may see the record that the row creates. Members see only their own records; records of staff
 * calls and public calls belong to nobody.
 */
export const canSeeRecord = (row: CallTestRow, name: CallerName): boolean =>
  staffRank(row.access) >= 0 ||
  row.access === 'public' ||
  row.access === 'anyone' ||
  name === 'a member' ||
  name === 'a key'

/** The parts of a request that replace those of a valid request. */
export type RequestVariation = {
  id?: string
  search?: string
  /** Makes the body to send from the valid one. */
  change?: (validBody: unknown) => unknown
} & Pick<RequestOptions, 'raw' | 'headers' | 'body'>

/** Returns a function that calls `make` on its first call, and then always returns that result. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

type Answer = Awaited<ReturnType<typeof send>>

/** A caller, and the id and body of a valid request of his, each made when it is first needed. */
function senderOf(row: CallTestRow, name: CallerName) {
  const expected = expectedAccess(row, name)
  const caller = once(() => (expected === 'in' ? makeCaller(name) : reusedCaller(name)))
  // Staff may not decide about their own records, whatever their role. Their records are therefore created for another
  // member.
  const isHis = canSeeRecord(row, name) && (staffRank(row.access) < 0 || row.isOwnRecord === true)
  const owner = once(() => (isHis ? caller() : signedIn(startingPoints)))
  const id = once(async () => (expected === 'in' && row.id ? row.id(await owner()) : 1))
  const body = once(async () => row.body?.(staffRank(row.access) < 0 ? await caller() : await owner()))
  return { caller, id, body }
}

/** Number of requests that one caller sends: less than any limit per member allows at once. */
const REQUESTS_PER_CALLER = 8

/**
 * Returns a function that sends a call as this caller. Everything that the variation doesn't set is valid. Several
 * requests share a caller and the record named in the path, so it must only be used for requests that change nothing.
 */
export function makeSendAs(
  call: Call,
  row: CallTestRow,
  name: CallerName,
): (variation?: RequestVariation) => Promise<Answer> {
  let requests = 0
  let sender = senderOf(row, name)
  return async (variation = {}) => {
    if (requests++ % REQUESTS_PER_CALLER === 0) sender = senderOf(row, name)
    const caller = await sender.caller()
    const id = variation.id ?? (await sender.id())
    const path = call.path.replace(/\{\w+\}/g, String(id))
    const { raw, change = (validBody: unknown) => validBody } = variation
    const body = raw === undefined ? (variation.body ?? change(await sender.body())) : undefined
    const isAllowed = expectedAccess(row, name) === 'in'
    if (isAllowed) await row.prepare?.(caller)
    const more = isAllowed ? await row.headers?.(caller, bodyBytesOf({ body, raw })) : {}
    const search = variation.search ?? row.query?.good
    const headers = { ...caller.headers, ...more, ...variation.headers }
    return send(call, { path, search, headers, address: newAddress(), ...(call.body && { body, raw }) })
  }
}

/** Sends a call as this caller. Everything that the variation doesn't set is valid. */
export const sendAs = (call: Call, row: CallTestRow, name: CallerName, variation?: RequestVariation): Promise<Answer> =>
  makeSendAs(call, row, name)(variation)

export const hasPathParameter = (call: Call): boolean => pathParameters(call.path).length > 0
