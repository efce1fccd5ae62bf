import { jwtVerify, SignJWT } from 'jose'
import type { Caller } from '#lib/core/call.ts'
import { clock, later, minutes } from '#lib/core/clock.ts'
import { derivedKey } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { reauthRequired } from './errors.ts'

/** Decisions 6: how long a proof of the password holds, in milliseconds. */
const REAUTH_LIFE = minutes(5)

const key = () => derivedKey('reauth-token')

/** What a member who has just proved his password sends along as `x-reauth`: good in this session alone. */
export async function signReauthToken({ memberId, sessionId }: Caller): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = later(clock.now(), REAUTH_LIFE)
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(memberId))
    .setExpirationTime(expiresAt)
    .sign(key())
  return { token, expiresAt }
}

/** Whether this caller proved his password within the last five minutes, in the very session he calls by. */
export async function holdsReauth(caller: Caller, token: string): Promise<boolean> {
  try {
    const subject = String(caller.memberId)
    const { payload } = await jwtVerify(token, key(), { algorithms: ['HS256'], subject, currentDate: clock.now() })
    return payload.sid === caller.sessionId
  } catch {
    return false
  }
}

/**
 * For what opens much: roles, provider keys, adjustments (decisions 6). The demo asks nobody twice.
 * @throws FORBIDDEN
 */
export async function requireReauth(caller: Caller, token: string | undefined): Promise<void> {
  if (env().DEMO) return
  if (!token || !(await holdsReauth(caller, token))) throw reauthRequired()
}
