import { useSyncExternalStore } from 'react'
import type { LoggedIn } from '#lib/sessions/schema.ts'

/** The pending second step of a staff member's login, after the password. */
export type Challenge = Extract<LoggedIn, { totpRequired: true }>

// Kept in this tab's session storage, so that a reload stays at the second step. The ticket is useless without the
// code.
const KEY = 'login-challenge'

const listeners = new Set<() => void>()
let withoutStorage: string | null = null

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return withoutStorage
  }
}

function write(text: string | null) {
  try {
    if (text) sessionStorage.setItem(KEY, text)
    else sessionStorage.removeItem(KEY)
  } catch {
    withoutStorage = text
  }
}

/** Shows the second step for `challenge`, or the first step again for null. */
export function setChallenge(challenge: Challenge | null) {
  write(challenge && JSON.stringify(challenge))
  for (const notify of listeners) notify()
}

/**
 * Removes an answered challenge without notifying listeners: they would show the first step while the page is
 * unloading.
 */
export const forgetChallenge = () => write(null)

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function useChallenge(): Challenge | null {
  const text = useSyncExternalStore(subscribe, read, () => null)
  return text ? (JSON.parse(text) as Challenge) : null
}

/** Whether a login has opened a session. If not, it stores the challenge for the second step, which is on /login. */
export function hasEntered(answer: LoggedIn, next: string): boolean {
  if (!('ticket' in answer)) return true
  setChallenge(answer)
  if (location.pathname !== '/login') location.assign(`/login?next=${encodeURIComponent(next)}`)
  return false
}
