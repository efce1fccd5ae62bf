import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import type { Call, Role } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { identify } from '../identify.ts'

export type Headers = Record<string, string>

export type RequestOptions = {
  path?: string
  search?: string
  headers?: Headers
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, in place of `body`. */
  raw?: string | Buffer
  address?: string
}

/** A request's body as it goes over the wire. */
export const bytesOf = ({ body, raw }: RequestOptions): Buffer => Buffer.from(raw ?? JSON.stringify(body) ?? '')

/** Asks a call as the wire would: the pipeline finds out by itself who is calling. `json` is the parsed body. */
export async function send(call: Call, asked: RequestOptions = {}) {
  const hasBody = asked.body !== undefined || asked.raw !== undefined
  const headers: Headers = { ...(hasBody && { 'content-type': 'application/json' }), ...asked.headers }
  const request = {
    method: call.method,
    path: asked.path ?? call.path,
    search: asked.search ?? '',
    header: (name: string) => headers[name],
    body: async () => bytesOf(asked),
    address: asked.address ?? '127.0.0.1',
  }
  const answer = await answerCall(call, request, db(), identify)
  const json = typeof answer.body === 'string' && answer.body !== '' ? JSON.parse(answer.body) : null
  return { ...answer, json }
}

export type SignedIn = TestMember & { headers: Headers; token: string }

/** A session of this member, his second factor proved, as the header that carries its token. */
export async function signIn(member: TestMember, role: Role = 'MEMBER'): Promise<SignedIn> {
  const { token } = await openSession(db(), { memberId: member.id, role, device: 'test', totp: true })
  return { ...member, token, headers: { authorization: `Bearer ${token}` } }
}

/** A new member who is signed in. */
export const signedIn = async (wanted: Parameters<typeof makeMember>[0] = {}): Promise<SignedIn> =>
  signIn(await makeMember(wanted), wanted.role)

/** The header that carries a member's new api-key. */
export const keyOf = async (member: TestMember): Promise<Headers> => ({ 'api-key': await issueApiKey(db(), member.id) })

let requests = 0

/** No two requests of a matrix come from one address, so that none meets a limit of another's. */
export const newAddress = (): string =>
  `10.${[16, 8, 0].map((bits) => (requests >> bits) & 255).join('.')}:${++requests}`
