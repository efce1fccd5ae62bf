import type { z } from 'zod'
import type { CallObserver } from './answered-call.ts'
import {
  type Call,
  type CallContext,
  type Caller,
  type CallNotes,
  type ForeignRequest,
  hasRequiredRole,
  Reply,
} from './call.ts'
import type { CallRequest } from './call-request.ts'
import { readCookie } from './cookies.ts'
import { type Database, isLockTimeout } from './db.ts'
import { env } from './env.ts'
import { AppError } from './errors.ts'
import { type CallAnswer, errorAnswer, NO_STORE_NO_TRANSFORM } from './http-answer.ts'
import { rememberCaller, rememberedCaller } from './key-callers.ts'
import {
  isKeyDrained,
  type KeyBuckets,
  type LimitName,
  rateLimitHeaders,
  takeFurtherKeyTokens,
  takeIpAddressToken,
  takeKeyToken,
  takeToken,
} from './limits.ts'
import { log } from './log.ts'
import { isOutage, unavailable } from './outage.ts'
import { messages } from './pipeline-messages.ts'
import { MAX_STALE_MS } from './read-replica.ts'
import { readBody, readIdempotency, readParams, readQuery } from './read-request.ts'
import { currentRequestId } from './request-context.ts'
import { newRequestId } from './request-id.ts'
import { dropTokenCookie, recentWriteCookie } from './session-cookies.ts'
import { unauthenticated } from './unauthenticated.ts'

/**
 * Identifies the caller of a request by session or API key, as the call's `access` requires; null only for 'public' and
 * 'anyone'.
 * @throws UNAUTHENTICATED; FORBIDDEN; RESTRICTED; TOTP_REQUIRED; REAUTH_REQUIRED; TOO_MANY_REQUESTS
 */
export type Identify = (
  call: Call,
  request: CallRequest,
  /** True if the request changes something. An API key then needs the scope 'order'. */
  writes: boolean,
  /**
   * Called, for the request log, with the holder of the API key as soon as he is known, even if the call is then
   * refused.
   */
  noteHolder: (holder: Caller) => void,
) => Promise<Caller | null>

function checkRole(call: Call, caller: Caller | null): void {
  if (call.access === 'public' || call.access === 'anyone') return
  if (!caller) throw unauthenticated()
  if (!hasRequiredRole(call, caller)) throw new AppError('FORBIDDEN', messages.forbidden)
}

const answerSchemaOf = ({ answer, dryAnswer = answer, status: success = 200 }: Call, status: number): z.ZodType =>
  status === success ? answer : dryAnswer

function answerOf(call: Call, value: unknown): CallAnswer {
  const reply = value instanceof Reply ? value : new Reply(value)
  const status = reply.status ?? call.status ?? 200
  if (status === 304) return { status, headers: reply.headers, body: '' }
  if (Buffer.isBuffer(reply.body)) return { status, headers: reply.headers, body: reply.body as Buffer<ArrayBuffer> }
  if (reply.body instanceof ReadableStream) return { status, headers: reply.headers, body: '', stream: reply.body }
  if (env().NODE_ENV === 'test') answerSchemaOf(call, status).parse(reply.body)
  return { status, headers: { 'cache-control': 'no-store', ...reply.headers }, body: JSON.stringify(reply.body) }
}

/**
 * Counts the call in the rate limit `name`: per IP address if there is no caller, otherwise per API key or member.
 * Calls marked `exemptFromRateLimit` aren't counted for signed-in members.
 * @throws TOO_MANY_REQUESTS
 */
function takeCallToken(call: Call, name: LimitName, caller: Caller | null, request: CallRequest): void {
  if (!caller) takeIpAddressToken(name, request.address)
  else if (caller.via === 'api-key') takeKeyToken(name, keyBuckets(caller))
  else if (!call.exemptFromRateLimit) takeToken(name, `member:${caller.memberId}`)
}

const keyBuckets = ({ apiKey, memberId }: Caller): KeyBuckets => ({
  key: apiKey?.countedAs ?? `key:${apiKey?.id}`,
  ofMember: apiKey?.countedAs === undefined ? `keys:${memberId}` : null,
})

/**
 * Gives a request in another protocol the header `api-key` with the key found in it, as requests in the shop's own
 * protocol have it.
 */
const withApiKey = (request: CallRequest, { apiKey }: ForeignRequest): CallRequest => ({
  ...request,
  header: (name) => (name === 'api-key' ? apiKey : request.header(name)),
})

/**
 * Facts about a request, set while its call runs. After a refusal, facts that aren't known yet keep their initial
 * values.
 */
type CallFacts = {
  caller: Caller | null
  /** The rate limit that the request counts in. */
  limit: LimitName
  /** The holder of the API key that was sent, even if the request was refused. */
  holder: Caller | null
  action: string | undefined
  notes: CallNotes
}

/**
 * Refuses a request whose API key is over its rate limit, before the key is looked up. Otherwise each request of a
 * flood from one key would cost a query, which slows down all other requests.
 * @throws TOO_MANY_REQUESTS
 */
function refuseDrainedKey(apiKey: string, limit: LimitName, facts: CallFacts): void {
  const caller = rememberedCaller(apiKey)
  if (!caller || !isKeyDrained(limit, keyBuckets(caller))) return
  Object.assign(facts, { caller, holder: caller })
  takeKeyToken(limit, keyBuckets(caller))
}

/** Runs a call, and sets the `facts` about its request. */
async function runCall(
  call: Call,
  sentRequest: CallRequest,
  { database, identify, facts }: { database: Database; identify: Identify; facts: CallFacts },
): Promise<CallAnswer> {
  const foreign = await call.protocol?.read(sentRequest)
  facts.action = foreign?.action
  const request = foreign ? withApiKey(sentRequest, foreign) : sentRequest
  const writes = foreign?.writes ?? call.method !== 'GET'
  const limit = call.limit ?? (writes ? 'writes' : 'reads')
  facts.limit = limit
  const apiKey = call.access === 'api-key' ? request.header('api-key')?.trim() : undefined
  if (apiKey) refuseDrainedKey(apiKey, limit, facts)
  const caller = await identify(call, request, writes, (holder) => {
    facts.holder = holder
  })
  if (apiKey && caller) rememberCaller(apiKey, caller)
  facts.caller = caller
  checkRole(call, caller)
  takeCallToken(call, limit, caller, request)
  const params = readParams(call, request)
  const query = readQuery(call, request)
  const { value, bytes } = foreign ? { value: foreign.body, bytes: foreign.bytes } : await readBody(call, request)
  const weight = call.weight?.(value as never) ?? 1
  if (caller?.via === 'api-key') takeFurtherKeyTokens(limit, keyBuckets(caller), weight)
  const context: CallContext<unknown, unknown, unknown> = {
    db: database,
    params,
    query,
    body: value,
    caller,
    address: request.address,
    device: (request.header('user-agent') ?? '').slice(0, 200),
    deviceCookie: readCookie(request.header('cookie'), 'device'),
    ifNoneMatch: request.header('if-none-match'),
    isHead: request.method === 'HEAD',
    header: (name) => request.header(name),
    bytes,
    acceptsGzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.header('accept-encoding') ?? ''),
    idempotency: readIdempotency(call, request, bytes),
    note: (notes) => {
      facts.notes = { ...facts.notes, ...notes }
    },
  }
  return answerOf(call, await call.run(context as CallContext<never, never, never>))
}

/**
 * Converts an error to an AppError: logs an unexpected one and answers 500 without details, or 503 if the database
 * failed; a lock timeout becomes CONFLICT.
 */
function toAppError(call: Call, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isLockTimeout(error)) return new AppError('CONFLICT', messages.unavailable)
  log.error('a call failed', { method: call.method, path: call.path, error })
  return isOutage(error) ? unavailable() : new AppError('INTERNAL', messages.fault)
}

/**
 * Response to a refused call. If the session was refused, the response deletes its cookie; after a refused API key or
 * signature the cookie stays.
 */
function refusedAnswer(call: Call, error: AppError): CallAnswer {
  if (call.protocol) return call.protocol.refuse(error)
  const usesSession = call.access !== 'api-key' && call.access !== 'public'
  return errorAnswer(error, usesSession && error.code === 'UNAUTHENTICATED' ? { 'set-cookie': dropTokenCookie() } : {})
}

/** Headers that tell a caller with an API key how much of its rate limit is left (docs/contract.md#limits). */
const limitHeaders = (caller: Caller | null, limit: LimitName): Record<string, string> =>
  caller?.via === 'api-key' ? rateLimitHeaders(limit, keyBuckets(caller)) : {}

/**
 * Sets the cookie `wrote`, so that the browser's next pages aren't read from a replica, which may not have the written
 * data yet.
 */
function addRecentWriteCookie({ headers }: CallAnswer): void {
  headers['set-cookie'] = [headers['set-cookie'] ?? [], recentWriteCookie((2 * MAX_STALE_MS) / 1_000)].flat()
}

/** The text of a refusal in the body of its response: `message`, or `error` in API v2. */
function messageOf({ body }: CallAnswer): string {
  const { message, error } = JSON.parse(String(body)) as { message?: unknown; error?: unknown }
  return String(message ?? error ?? '')
}

/**
 * Answers a call according to its declaration: identifies the caller, counts rate limits, parses the request, runs the
 * call, and serializes the response. Calls with an API key get an id in `x-request-id`; if the key's holder is known,
 * `observe` gets the outcome of the call. Never throws.
 */
export async function answerCall(
  call: Call,
  request: CallRequest,
  database: Database,
  identify: Identify,
  observe: CallObserver = () => {},
): Promise<CallAnswer> {
  const [at, started] = [Date.now(), performance.now()]
  const facts: CallFacts = { caller: null, limit: 'reads', holder: null, action: undefined, notes: {} }
  let refusal: AppError | null = null
  const reply = await runCall(call, request, { database, identify, facts }).catch((error) => {
    refusal = toAppError(call, error)
    return refusedAnswer(call, refusal)
  })
  Object.assign(reply.headers, limitHeaders(facts.caller ?? facts.holder, facts.limit))
  if (call.method !== 'GET' && facts.caller?.via === 'session' && env().READ_DATABASE_URL) addRecentWriteCookie(reply)
  if (call.secret) reply.headers['cache-control'] = NO_STORE_NO_TRANSFORM
  const took = Math.round(performance.now() - started)
  log.info('call', { method: call.method, path: call.path, status: reply.status, ms: took, ...facts.notes })
  if (call.access !== 'api-key') return reply
  const requestId = currentRequestId() ?? newRequestId(at)
  reply.headers['x-request-id'] = requestId
  const { holder, action, notes } = facts
  if (!holder) return reply
  const { address } = request
  const error = refusal && { code: (refusal as AppError).code, message: messageOf(reply) }
  observe({ requestId, call, action, caller: holder, notes, status: reply.status, error, at, took, address })
  return reply
}
