import { callerOfApiKey } from '#lib/api-keys/queries.ts'
import { type Call, type Caller, hasRequiredRole, isForStaff } from '#lib/core/call.ts'
import type { CallRequest } from '#lib/core/call-request.ts'
import { readCookie } from '#lib/core/cookies.ts'
import { lookUpCredential } from '#lib/core/credentials.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { tokenCookieName } from '#lib/core/session-cookies.ts'
import { callerOfToken, isNewSession, isValidReauthToken } from '#lib/sessions/queries.ts'

/**
 * Token from the Authorization header: `Bearer <token>` or the token alone; undefined if empty
 * (docs/contract.md#sessions).
 */
function headerToken(request: CallRequest): string | undefined {
  const value = request.header('authorization')?.trim()
  return value?.replace(/^Bearer(\s+|$)/i, '') || undefined
}

/**
 * Refuses writes that another site makes with the session cookie (CSRF). Browsers send the cookie with requests from
 * any site, so a write with the cookie must come from a page of the shop (docs/contract.md#sessions).
 * @throws FORBIDDEN
 */
function refuseForeignWrite(request: CallRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.header('sec-fetch-site')
  const origin = request.header('origin')
  const isOurs = site
    ? site === 'same-origin' || site === 'none'
    : origin !== undefined && origin === ownOrigin(request)
  if (!isOurs) throw new AppError('FORBIDDEN', messages.forbidden)
}

/**
 * Origin that browsers send from the shop's pages. Its scheme is that of PUBLIC_URL, because a page loaded over plain
 * http from the same host name may be somebody else's.
 */
const ownOrigin = (request: CallRequest): string => `${new URL(env().PUBLIC_URL).protocol}//${request.header('host')}`

/**
 * Refuses a call that comes from a page of another member: he was logged in when the page was loaded, and the caller
 * has logged in in another tab since.
 * @throws OTHER_MEMBER
 */
function refuseOtherMembersPage(request: CallRequest, { memberId }: Caller): void {
  const pageMember = request.header('x-page-member')
  if (pageMember && pageMember !== String(memberId)) throw new AppError('OTHER_MEMBER', messages.otherMember)
}

const callerBySessionToken = (token: string) => callerOfToken(db(), token)

async function identifyBySession(request: CallRequest): Promise<Caller | null> {
  const tokenInHeader = headerToken(request)
  const token = tokenInHeader ?? readCookie(request.header('cookie'), tokenCookieName())
  const caller = token ? await lookUpCredential(token, request.address, callerBySessionToken) : null
  if (caller && !tokenInHeader) {
    refuseForeignWrite(request)
    refuseOtherMembersPage(request, caller)
  }
  return caller
}

/**
 * Checks what a call requires besides a session, except in the demo: staff calls require the second factor, calls with
 * `reauth: true` a re-authentication token, and calls with `reauth: 'after an hour'` a token or a new session. The
 * returned caller says whether the token is valid (`reauthenticated`), also for `reauth: 'optional'`. Callers without
 * the required role aren't checked here; the pipeline refuses them.
 * @throws TOTP_REQUIRED; REAUTH_REQUIRED
 */
async function checkFurtherProofs(call: Call, caller: Caller, request: CallRequest): Promise<Caller> {
  if (env().DEMO || !hasRequiredRole(call, caller)) return caller
  if (isForStaff(call) && !caller.totp) throw new AppError('TOTP_REQUIRED', messages.totp)
  if (!call.reauth) return caller
  const reauthenticated = await isValidReauthToken(caller, request.header('x-reauth') ?? '')
  if (reauthenticated || call.reauth === 'optional') return { ...caller, reauthenticated }
  if (call.reauth === true || !(await isNewSession(db(), caller)))
    throw new AppError('REAUTH_REQUIRED', messages.reauth)
  return { ...caller, reauthenticated }
}

/**
 * Identifies the caller as the call's declaration requires: not at all, by api-key, or by session. `writes` is true if
 * the call changes something; an api-key then needs the scope 'order'. `noteHolder` is called with the member of a
 * valid api-key, for the request log, even if the call is then refused.
 * @throws UNAUTHENTICATED; FORBIDDEN the request is a write from another site's page; what `lookUpCredential`,
 * `callerOfApiKey`, `callerOfToken` and `checkFurtherProofs` throw
 */
export async function identifyCaller(
  call: Call,
  request: CallRequest,
  writes: boolean,
  noteHolder: (holder: Caller) => void = () => {},
): Promise<Caller | null> {
  if (call.access === 'public') return null
  if (call.access === 'anyone') return identifyBySession(request).catch(() => null)
  const key = request.header('api-key')?.trim()
  const scope = writes ? 'order' : 'read'
  const use = { address: request.address, scope, acceptsTestKeys: call.acceptsTestKeys === true, noteHolder } as const
  const caller =
    call.access === 'api-key'
      ? key && (await lookUpCredential(key, request.address, (sent) => callerOfApiKey(sent, use)))
      : await identifyBySession(request)
  if (caller) return checkFurtherProofs(call, caller, request)
  throw new AppError('UNAUTHENTICATED', call.access === 'api-key' ? messages.badKey : messages.unauthenticated)
}
