import { z } from 'zod'
import { call, Reply } from '#lib/core/call.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { endSession } from './end-session.ts'
import { loginMessages } from './errors.ts'
import { logIn } from './log-in.ts'
import { sessionsOf } from './queries.ts'
import { loggedIn, loginInput, sessionRow } from './schema.ts'
import { dropGuestCookie, dropTokenCookie, tokenCookie } from './sign-token.ts'

export const loginCall = call({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: loginInput,
  malformed: loginMessages.malformed,
  answer: loggedIn,
  run: async ({ db, body, address, device }) => {
    const { token, expiresAt } = await logIn(db, body, { address, device })
    return new Reply({ accessToken: token }, { 'set-cookie': [tokenCookie(token, expiresAt), dropGuestCookie] })
  },
})

export const logoutCall = call({
  method: 'POST',
  path: '/auth/logout',
  access: 'member',
  answer: z.object({}),
  run: async ({ db, caller }) => {
    await endSession(db, caller.memberId, caller.sessionId ?? '')
    return new Reply({}, { 'set-cookie': [dropTokenCookie, dropGuestCookie] })
  },
})

/** A plain link: ends the session, forgets token and guest, and goes to the site root (spec 2, decisions 6). */
export const signOutCall = call({
  method: 'GET',
  path: '/logout',
  access: 'anyone',
  answer: z.object({}),
  run: async ({ db, caller }) => {
    if (caller?.sessionId) await endSession(db, caller.memberId, caller.sessionId)
    return new Reply({}, { location: '/', 'set-cookie': [dropTokenCookie, dropGuestCookie] }, 303)
  },
})

export const sessionsCall = call({
  method: 'GET',
  path: '/auth/sessions',
  access: 'member',
  answer: z.array(sessionRow),
  run: ({ db, caller }) => sessionsOf(db, caller.memberId, caller.sessionId),
})

export const endSessionCall = call({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  access: 'member',
  params: z.object({ id: z.uuid() }),
  answer: z.object({}),
  run: async ({ db, caller, params }) => {
    const ended = await endSession(db, caller.memberId, params.id)
    if (!ended) throw new AppError('NOT_FOUND', messages.notFound)
    return {}
  },
})
