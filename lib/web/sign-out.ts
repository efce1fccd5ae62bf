import { db } from '#lib/core/db.ts'
import { endSession } from '#lib/sessions/end-session.ts'
import { holderOfToken } from '#lib/sessions/queries.ts'
import { dropGuestCookie, dropTokenCookie } from '#lib/sessions/sign-token.ts'
import { cookieOf } from './identify.ts'

/** GET /logout: ends the session, clears token and guest, and goes to the site root (spec 2, decisions 6). */
export async function signOut(request: Request): Promise<Response> {
  const token = cookieOf(request.headers.get('cookie') ?? undefined, 'token')
  const holder = token ? await holderOfToken(db(), token) : null
  if (holder?.caller.sessionId) await endSession(db(), holder.caller.memberId, holder.caller.sessionId)
  const headers = new Headers({ location: '/', 'cache-control': 'no-store' })
  headers.append('set-cookie', dropTokenCookie)
  headers.append('set-cookie', dropGuestCookie)
  return new Response(null, { status: 303, headers })
}
