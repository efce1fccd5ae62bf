import { holderOfKey } from '#lib/api-keys/queries.ts'
import type { Call, Caller } from '#lib/core/call.ts'
import type { CallRequest } from '#lib/core/call-request.ts'
import { db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { restricted } from '#lib/members/errors.ts'
import { holderOfToken } from '#lib/sessions/queries.ts'

export const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** `Bearer <token>` or the bare token; an empty header is no token (decisions 5). */
function headerToken(request: CallRequest): string | undefined {
  const value = request.header('authorization')?.trim()
  return value?.replace(/^Bearer\s+/i, '') || undefined
}

/** A browser sends the cookie along with whatever page asks: writes by cookie must come from our own (decisions 5). */
function refuseForeignWrite(request: CallRequest): void {
  if (request.method === 'GET') return
  const site = request.header('sec-fetch-site')
  const origin = request.header('origin')
  const ours = site
    ? site === 'same-origin' || site === 'none'
    : origin !== undefined && hostOf(origin) === request.header('host')
  if (!ours) throw new AppError('FORBIDDEN', messages.forbidden)
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

async function bySession(request: CallRequest): Promise<Caller> {
  const inHeader = headerToken(request)
  const token = inHeader ?? cookieOf(request.header('cookie'), 'token')
  const holder = token ? await holderOfToken(db(), token) : null
  if (!holder) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  if (!inHeader) refuseForeignWrite(request)
  if (holder.restricted) throw restricted()
  return holder.caller
}

async function byKey(request: CallRequest): Promise<Caller> {
  const key = request.header('api-key')?.trim()
  const holder = key ? await holderOfKey(key) : undefined
  if (!holder) throw new AppError('UNAUTHENTICATED', messages.badKey)
  if (holder.restricted) throw restricted()
  return holder.caller
}

/** Who makes this call, as its declaration demands: nobody, the holder of an api-key, or a session. */
export async function identify(call: Call, request: CallRequest): Promise<Caller | null> {
  if (call.access === 'public') return null
  return call.access === 'api-key' ? byKey(request) : bySession(request)
}
