import { useSyncExternalStore } from 'react'
import type { LoggedIn } from '#lib/sessions/schema.ts'

/** What staff who have given their password still have to prove. */
export type Challenge = Extract<LoggedIn, { totpRequired: true }>

// On this tab only, so that a reload stays at the second step; its ticket is worth nothing without the code.
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

/** Goes on to the second step, or with null back to the first. */
export function setChallenge(challenge: Challenge | null) {
  write(challenge && JSON.stringify(challenge))
  for (const notify of listeners) notify()
}

/** Forgets an answered challenge without a word: the first step must not flash up while the page is being left. */
export const forgetChallenge = () => write(null)

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function useChallenge(): Challenge | null {
  const text = useSyncExternalStore(subscribe, read, () => null)
  return text ? (JSON.parse(text) as Challenge) : null
}

/** Whether a login has opened a session; if not, its second step is on /login. */
export function hasEntered(answer: LoggedIn, next: string): boolean {
  if (!('ticket' in answer)) return true
  setChallenge(answer)
  if (location.pathname !== '/login') location.assign(`/login?next=${encodeURIComponent(next)}`)
  return false
}
