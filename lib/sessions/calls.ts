import { z } from 'zod'
import { type Caller, call, Reply } from '#lib/core/call.ts'
import { readCookie } from '#lib/core/cookies.ts'
import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { dropGuestCookie, dropTokenCookie, tokenCookieName } from '#lib/core/session-cookies.ts'
import { textParsedBy } from '#lib/core/text.ts'
import { readVisit } from '#lib/members/record-visit.ts'
import { logInWithTicket, loginReply } from './complete-first-factor.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { loginMessages } from './errors.ts'
import { logIn } from './log-in.ts'
import { holderOfToken, sessionsOf } from './queries.ts'
import {
  endedSessions,
  loginAnswer,
  loginInput,
  loginTicketInput,
  sessionRow,
  totpEnrolment,
  totpInput,
} from './schema.ts'
import { startTotpEnrolment } from './start-totp-enrolment.ts'

export const loginCall = call({
  method: 'POST',
  path: '/auth/login',
  secret: true,
  access: 'public',
  body: loginInput,
  malformed: loginMessages.malformed,
  answer: loginAnswer,
  run: async ({ db, body, device, ...from }) => {
    const visit = readVisit(from)
    return loginReply(await logIn(db, body, { address: from.address, device, visit }), visit)
  },
})

/** Second step of a staff login: the ticket from the first step and a code (docs/contract.md#second-factor). */
export const totpLoginCall = call({
  method: 'POST',
  path: '/auth/login/totp',
  secret: true,
  access: 'public',
  limit: 'accounts',
  body: totpInput,
  malformed: loginMessages.malformed,
  answer: loginAnswer,
  run: async ({ db, body, device, ...from }) => {
    const visit = readVisit(from)
    const { session, recoveryCodes } = await logInWithTicket(db, body, { address: from.address, device, visit })
    return loginReply(session, visit, recoveryCodes.length > 0 ? { recoveryCodes } : {})
  },
})

/**
 * Gives staff without an authenticator the secret to set one up. They then call `totpLoginCall` with the first code
 * that the authenticator displays.
 */
export const totpEnrolCall = call({
  method: 'POST',
  path: '/auth/login/totp/enrol',
  secret: true,
  access: 'public',
  limit: 'accounts',
  body: loginTicketInput,
  malformed: loginMessages.malformed,
  answer: totpEnrolment,
  run: ({ db, body }) => startTotpEnrolment(db, body.ticket),
})

export const logoutCall = call({
  method: 'POST',
  path: '/auth/logout',
  access: 'member',
  answer: z.object({}),
  run: async ({ db, caller }) => {
    await endSession(db, caller.memberId, caller.sessionId ?? '')
    return new Reply({}, { 'set-cookie': [dropTokenCookie(), dropGuestCookie()] })
  },
})

/** True if a browser or scanner loads a link before, or without, anybody following it. */
const isPrefetch = (header: (name: string) => string | undefined): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|preview/i.test(header(name) ?? ''))

/** The member whose session the browser has, or null. He may be restricted, and is no caller of any call then. */
async function memberOfCookie(db: Db, cookies: string | undefined): Promise<Caller | null> {
  const token = readCookie(cookies, tokenCookieName())
  return (token && (await holderOfToken(db, token))?.caller) || null
}

/**
 * Signs out by an ordinary link: ends the session, deletes the cookies of session and guest, and redirects to /
 * (docs/contract.md#sessions). A HEAD request ends nothing, nor does a prefetch, which is refused so that no browser
 * takes its answer for that of the link.
 */
export const signOutCall = call({
  method: 'GET',
  path: '/logout',
  access: 'anyone',
  answer: z.object({}),
  run: async ({ db, caller, isHead, header }) => {
    if (isPrefetch(header)) throw new AppError('CONFLICT', messages.unavailable)
    if (isHead) return new Reply({}, { location: '/' }, 303)
    const member = caller ?? (await memberOfCookie(db, header('cookie')))
    if (member?.sessionId) await endSession(db, member.memberId, member.sessionId)
    return new Reply({}, { location: '/', 'set-cookie': [dropTokenCookie(), dropGuestCookie()] }, 303)
  },
})

export const sessionsCall = call({
  method: 'GET',
  path: '/auth/sessions',
  access: 'member',
  answer: z.array(sessionRow),
  run: ({ db, caller }) => sessionsOf(db, caller.memberId, caller.sessionId),
})

/** Signs the member out on all devices but the one that calls (docs/contract.md#sessions). */
export const endOtherSessionsCall = call({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'member',
  answer: endedSessions,
  run: async ({ db, caller }) => ({ ended: await endOtherSessions(db, caller.memberId, caller.sessionId ?? '') }),
})

export const endSessionCall = call({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  access: 'member',
  params: z.object({ id: textParsedBy(36, z.uuid()) }),
  answer: z.object({}),
  run: async ({ db, caller, params }) => {
    const ended = await endSession(db, caller.memberId, params.id)
    if (!ended) throw new AppError('NOT_FOUND', messages.notFound)
    return {}
  },
})
