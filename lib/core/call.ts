import type { z } from 'zod'
import type { CallRequest } from './call-request.ts'
import type { Database } from './db.ts'
import type { AppError } from './errors.ts'
import type { CallAnswer } from './http-answer.ts'
import type { LimitName } from './limits.ts'

export type Role = 'MEMBER' | 'SUPPORT' | 'MANAGER' | 'OWNER'

/** The authenticated caller: a signed-in member (or staff member), or the holder of an API key. */
export type Caller = {
  memberId: number
  loginId: string
  role: Role
  via: 'session' | 'api-key'
  sessionId: string | null
  /** The API key that was sent, and what it may be used for (docs/contract.md#api-keys). */
  apiKey?: {
    id: number
    scopes: readonly string[]
    /** IP addresses and ranges from which the key may be used; if empty, it may be used from everywhere. */
    addresses: readonly string[]
    /** True for a key that places simulated orders only (docs/contract.md#sandbox). */
    test?: boolean
    /**
     * Name of the rate limit that the key shares with other keys, such as `sandbox:7`; absent if the key has a limit of
     * its own.
     */
    countedAs?: string
  }
  /**
   * True if this session has passed the second factor. Outside the demo, every call that is for staff requires it
   * (docs/contract.md#second-factor).
   */
  totp?: boolean
  /**
   * True if the request has a valid re-authentication token, false if it has no valid one. Undefined in the demo, and
   * for calls that don't declare `reauth`.
   */
  reauthenticated?: boolean
}

/**
 * Callers that a call accepts:
 * - 'public': everybody; the caller isn't identified
 * - 'anyone': everybody; a member is identified by his session
 * - 'member': everybody with a session
 * - 'api-key': API keys only
 * - a role of staff: sessions of this role and of higher ones
 */
export type Access = 'public' | 'anyone' | 'member' | 'api-key' | 'SUPPORT' | 'MANAGER' | 'OWNER'

/** Value of a request's Idempotency-Key header, and the hash of its body (docs/contract.md#idempotency). */
export type Idempotency = { key: string; bodyHash: Buffer }

/** Numbers that a call adds to its entry in the request log, by name, such as the id of the order that it placed. */
export type CallNotes = Readonly<Record<string, number | undefined>>

export type CallContext<Params, Query, Body> = {
  db: Database
  params: Params
  query: Query
  body: Body
  caller: Caller | null
  /** IP address of the client: from the socket, or as reported by a trusted proxy. */
  address: string
  /** The shortened User-Agent, shown in the list of sessions. */
  device: string
  /** The random value of this browser's `device` cookie, if it sent one. */
  deviceCookie: string | undefined
  ifNoneMatch: string | undefined
  /** True for a HEAD request, which a GET call answers too. */
  isHead: boolean
  /** A header of the request, by its name in lower case. */
  header(name: string): string | undefined
  /** The body as it was sent; null for a call without one. */
  bytes: Buffer | null
  acceptsGzip: boolean
  idempotency: Idempotency | null
  /** Adds numbers to the call's entry in the request log. */
  note(notes: CallNotes): void
}

/**
 * Return value of a call that itself sets headers (a cookie, a total count, an ETag) or a status. Other calls return
 * only the response body.
 */
export class Reply {
  readonly body: unknown
  readonly headers: Record<string, string | string[]>
  readonly status: number | undefined

  constructor(body: unknown, headers: Record<string, string | string[]> = {}, status?: number) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

/** Headers and client IP address of a request. */
export type RequestHead = { header(name: string): string | undefined; address: string }

/** A request in another protocol than the shop's own, as `ForeignProtocol.read` parses it for the pipeline. */
export type ForeignRequest = {
  apiKey: string | undefined
  /** The body that the call gets. */
  body: unknown
  /** Content that must be the same in two requests with the same Idempotency-Key. */
  bytes: Buffer
  /**
   * True if the request changes something. It then counts in the rate limit `writes`, and its API key needs the scope
   * 'order'.
   */
  writes: boolean
  /** Name of the action, as sent. API v2 has only one path, so each request names its action. */
  action?: string
}

/**
 * Another protocol than the shop's own, which resellers' programs already use (docs/contract.md#api-v2). `read` parses
 * a request, including its API key; `refuse` makes the response to a refused request.
 */
export type ForeignProtocol = {
  read(request: CallRequest): Promise<ForeignRequest>
  refuse(error: AppError): CallAnswer
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Declaration of a call: one method and path of the HTTP API, with the function that answers it. The route, the HTTP
 * entry, the test matrix, the fuzzer and OpenAPI are derived from it (docs/architecture.md).
 */
export type Call = {
  method: HttpMethod
  /** Path with parameters in braces, such as `/service/order/{id}`. */
  path: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Schema of the body of a successful response. */
  answer: z.ZodType
  /** Status of a success; 200 by default. */
  status?: 200 | 201
  /** Message for a body that doesn't match the schema; by default '입력 양식을 맞춰주세요'. */
  malformed?: string
  /** Rate limit in which the call counts; by default `reads` for GET, `writes` for other methods. */
  limit?: LimitName
  /** True: the call's rate limit doesn't count calls of signed-in members. Set for placing and cancelling orders. */
  exemptFromRateLimit?: boolean
  /**
   * True: the schema of the body itself refuses what PostgreSQL can't store (`isStorable`), for example only one of
   * many rows. Otherwise the pipeline refuses the whole body.
   */
  checksStorable?: boolean
  /** How many calls a request with this body counts as in the rate limit; 1 by default. */
  weight?(body: never): number
  /** Largest body in bytes; 256 KiB by default. */
  maxBodyBytes?: number
  /**
   * Checks the headers and the raw body, for example a signature, before the body is parsed; throws to refuse the call.
   */
  verify?(heading: RequestHead, body: Buffer): void
  /**
   * True: outside the demo, the call requires a re-authentication token in `x-reauth`. 'after an hour': only in a
   * session that began more than an hour ago, because the login of a younger session is proof enough. 'optional': the
   * call works without a token, but may return or allow more with a valid one.
   */
  reauth?: boolean | 'after an hour' | 'optional'
  /**
   * True: the response contains a secret. It is never cached, and never compressed, since its compressed length could
   * reveal the secret.
   */
  secret?: boolean
  /** True: the call accepts the header Idempotency-Key. */
  idempotent?: boolean
  /** True: the response has an ETag, and a request with this ETag in If-None-Match gets a 304. */
  etag?: boolean
  /**
   * True: the call also accepts test keys, and never reads or changes real orders and balances for them. Other calls
   * refuse test keys (docs/contract.md#sandbox).
   */
  acceptsTestKeys?: boolean
  /**
   * Schema of the response to a dry run: a body with `dryRun: true`, for which the call writes nothing and answers 200.
   * Absent: the call has no dry run.
   */
  dryAnswer?: z.ZodType
  /** Fields that a 409 response of this call may have besides message and code (`details` of the AppError). */
  conflictDetails?: z.ZodObject
  /**
   * Protocol of the call's requests and refusals, if it isn't the shop's own. Such a call declares neither `query` nor
   * `body`.
   */
  protocol?: ForeignProtocol
  run(context: CallContext<never, never, never>): Promise<unknown>
}

type OutputOf<T extends z.ZodType | undefined> = T extends z.ZodType ? z.output<T> : undefined

type CallerOf<A extends Access> = A extends 'public' | 'anyone' ? Caller | null : Caller

type Declaration<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
> = Omit<Call, 'access' | 'params' | 'query' | 'body' | 'answer' | 'weight' | 'run'> & {
  access: A
  params?: P
  query?: Q
  body?: B
  answer: R
  weight?(body: OutputOf<B>): number
  run(
    context: Omit<CallContext<OutputOf<P>, OutputOf<Q>, OutputOf<B>>, 'caller'> & { caller: CallerOf<A> },
  ): Promise<z.input<R> | Reply>
}

/** Declares a call; the types of `run` follow from its schemas. */
export function call<
  A extends Access,
  R extends z.ZodType,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(declaration: Declaration<A, P, Q, B, R>): Call {
  return declaration as unknown as Call
}

const roleRank: Record<Role, number> = { MEMBER: 0, SUPPORT: 1, MANAGER: 2, OWNER: 3 }

/** True if the caller's role is sufficient for the call; always true for calls that require no staff role. */
export const hasRequiredRole = ({ access }: Call, { role }: Caller): boolean =>
  !(access in roleRank) || roleRank[role] >= roleRank[access as Role]

/** True if a call is for staff only. */
export const isForStaff = ({ access }: Call): boolean => access in roleRank

/** Names of the parameters in a path, from left to right. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
