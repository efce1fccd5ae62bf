import type { z } from 'zod'
import type { Database } from './db.ts'
import type { LimitName } from './limits.ts'

export type Role = 'MEMBER' | 'SUPPORT' | 'MANAGER' | 'OWNER'

/** Who is calling: a signed-in member (staff among them) or the holder of an api-key. */
export type Caller = {
  memberId: number
  loginId: string
  role: Role
  via: 'session' | 'api-key'
  sessionId: string | null
  /**
   * Whether this session has proved its second factor: what staff's calls need outside the demo
   * (docs/contract.md#second-factor).
   */
  totp?: boolean
  /** Whether a fresh proof of identity was sent; undefined if the call doesn't ask for one. */
  reauthenticated?: boolean
}

/**
 * Who may call. A staff role includes all higher ones; 'anyone' accepts guests and identifies members by their session.
 */
export type Access = 'public' | 'anyone' | 'member' | 'api-key' | 'SUPPORT' | 'MANAGER' | 'OWNER'

/** A retry's key with the hash of the body it came with (docs/contract.md#idempotency). */
export type Idempotency = { key: string; bodyHash: Buffer }

export type Context<Params, Query, Body> = {
  db: Database
  params: Params
  query: Query
  body: Body
  caller: Caller | null
  /** The client's address: the socket's, or the one a trusted proxy reported. */
  address: string
  /** The shortened User-Agent, shown in the list of sessions. */
  device: string
  /** The random value of this browser's `device` cookie, if it sent one. */
  deviceCookie: string | undefined
  ifNoneMatch: string | undefined
  acceptsGzip: boolean
  idempotency: Idempotency | null
}

/** An answer with headers or another status: a cookie, a count, an ETag. */
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

/** Headers and address of a request. */
export type Heading = { header(name: string): string | undefined; address: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A call as a declaration: route, entry, test matrix, fuzzer and OpenAPI are made from it (docs/architecture.md). */
export type Call = {
  method: Method
  /** As in `/service/order/{id}`. */
  path: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** Status of a success; 200 by default. */
  status?: 200 | 201
  /** Message for a body of the wrong shape; '입력 양식을 맞춰주세요' unless the call has a sentence of its own. */
  malformed?: string
  limit?: LimitName
  /** Exempt from the rate limit of signed-in members: placing orders and cancelling them. */
  uncounted?: boolean
  /** Largest body in bytes; 256 KiB by default. */
  mostBytes?: number
  /** Checks the request and its raw body before anything is parsed, such as a signature; throws to refuse the call. */
  verify?(heading: Heading, body: Buffer): void
  /**
   * Requires `x-reauth`, a fresh proof of identity, outside the demo. 'optional': the answer contains more with one.
   */
  reauth?: boolean | 'optional'
  /** Its answer holds a secret: neither stored nor compressed on its way, so that its length reveals nothing. */
  secret?: boolean
  /** Honours Idempotency-Key. */
  idempotent?: boolean
  run(context: Context<never, never, never>): Promise<unknown>
}

type Output<T extends z.ZodType | undefined> = T extends z.ZodType ? z.output<T> : undefined

type CallerOf<A extends Access> = A extends 'public' | 'anyone' ? Caller | null : Caller

type Declaration<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
> = Omit<Call, 'access' | 'params' | 'query' | 'body' | 'answer' | 'run'> & {
  access: A
  params?: P
  query?: Q
  body?: B
  answer: R
  run(
    context: Omit<Context<Output<P>, Output<Q>, Output<B>>, 'caller'> & { caller: CallerOf<A> },
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

const rank: Record<Role, number> = { MEMBER: 0, SUPPORT: 1, MANAGER: 2, OWNER: 3 }

/** Whether the caller's role is enough. */
export const mayCall = ({ access }: Call, { role }: Caller): boolean =>
  !(access in rank) || rank[role] >= rank[access as Role]

/** Whether a call is for staff alone. */
export const isForStaff = ({ access }: Call): boolean => access in rank

/** The names in the braces of a path, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
