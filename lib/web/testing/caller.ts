import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import type { Call, Role } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { identifyCaller } from '../identify-caller.ts'
import { expectDocumentedRefusal } from './documented-answer.ts'

/** Headers of a test's request, by name; not the built-in class `Headers`. */
export type Headers = Record<string, string>

export type RequestOptions = {
  path?: string
  search?: string
  headers?: Headers
  /** The request's body, sent as JSON. */
  body?: unknown
  /** The request's body, sent unchanged, instead of `body`. */
  raw?: string | Buffer
  address?: string
}

/** Bytes of a request's body as they are sent. */
export const bodyBytesOf = ({ body, raw }: RequestOptions): Buffer => Buffer.from(raw ?? JSON.stringify(body) ?? '')

/**
 * Answers a request to a call as the server would, including identification of the caller and checks of his role and of
 * the body. Returns the response; `json` is its parsed body. Throws for an undocumented refusal by the public API.
 */
export async function send(call: Call, options: RequestOptions = {}) {
  const hasBody = options.body !== undefined || options.raw !== undefined
  const headers: Headers = { ...(hasBody && { 'content-type': 'application/json' }), ...options.headers }
  const request = {
    method: call.method,
    path: options.path ?? call.path,
    search: options.search ?? '',
    header: (name: string) => headers[name],
    body: async () => bodyBytesOf(options),
    address: options.address ?? '127.0.0.1',
  }
  const answer = await answerCall(call, request, db(), identifyCaller)
  const json = typeof answer.body === 'string' && answer.body !== '' ? JSON.parse(answer.body) : null
  expectDocumentedRefusal(call, answer.status, json)
  return { ...answer, json }
}

export type SignedIn = TestMember & { headers: Headers; token: string }

/**
 * Opens a session of this member that has passed the second factor. Returns the member, the session's token, and the
 * header with the token.
 */
export async function signIn(member: TestMember, role: Role = 'MEMBER'): Promise<SignedIn> {
  const { token } = await openSession(db(), { memberId: member.id, role, device: 'test', totp: true })
  return { ...member, token, headers: { authorization: `Bearer ${token}` } }
}

/** Creates a member and signs him in. */
export const signedIn = async (wanted: Parameters<typeof makeMember>[0] = {}): Promise<SignedIn> =>
  signIn(await makeMember(wanted), wanted.role)

/** Issues an api-key for a member and returns the header with it. */
export const apiKeyHeaders = async (member: TestMember): Promise<Headers> => ({
  'api-key': await issueApiKey(db(), member.id),
})

let addressCount = 0

/** A new IP address (with a port) for each request, so that the rate limit of one request doesn't affect the next. */
export const newAddress = (): string =>
  `10.${[16, 8, 0].map((bits) => (addressCount >> bits) & 255).join('.')}:${++addressCount}`
