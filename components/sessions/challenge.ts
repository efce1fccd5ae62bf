import { useSyncExternalStore } from 'react'
import type { LoginAnswer } from '#lib/sessions/schema.ts'

/** The pending second step of a staff member's login, after the password or the login at Naver or Kakao. */
export type SecondFactorChallenge = Extract<LoginAnswer, { totpRequired: true }>

// The challenge is stored in this tab's session storage, so that a reload stays at the second step. Its ticket alone
// opens no session, because the authenticator's code is needed too.
const CHALLENGE_STORAGE_KEY = 'login-challenge'

const challengeListeners = new Set<() => void>()
let challengeInMemory: string | null = null

function readStoredChallenge(): string | null {
  try {
    return sessionStorage.getItem(CHALLENGE_STORAGE_KEY)
  } catch {
    return challengeInMemory
  }
}

function storeChallengeText(text: string | null) {
  try {
    if (text) sessionStorage.setItem(CHALLENGE_STORAGE_KEY, text)
    else sessionStorage.removeItem(CHALLENGE_STORAGE_KEY)
  } catch {
    challengeInMemory = text
  }
}

/** Stores the challenge, so that the login shows the second step. Null makes the login show the first step again. */
export function setChallenge(challenge: SecondFactorChallenge | null) {
  storeChallengeText(challenge && JSON.stringify(challenge))
  for (const notify of challengeListeners) notify()
}

/**
 * Removes a challenge that was answered. Doesn't notify listeners, because they would show the first step while the
 * page is unloading.
 */
export const forgetChallenge = () => storeChallengeText(null)

function subscribeToChallenge(notify: () => void): () => void {
  challengeListeners.add(notify)
  return () => challengeListeners.delete(notify)
}

/** The stored challenge; null if no second step is pending, and on the server. */
export function useChallenge(): SecondFactorChallenge | null {
  const text = useSyncExternalStore(subscribeToChallenge, readStoredChallenge, () => null)
  return text ? (JSON.parse(text) as SecondFactorChallenge) : null
}

/**
 * Stores the challenge and returns true if the response to a login demands a code (the member is staff). Returns false
 * if a session was opened. The second step is shown on /login or, if `next` is null, in the open login dialog.
 */
export function startSecondStepIfNeeded(answer: LoginAnswer, next: string | null): boolean {
  if (!('ticket' in answer)) return false
  if (next === null || location.pathname === '/login') setChallenge(answer)
  else {
    // Doesn't notify listeners: the dialog on this page would begin the second step, and the navigation would abort its
    // request, after which the login would begin anew.
    storeChallengeText(JSON.stringify(answer))
    location.assign(`/login?next=${encodeURIComponent(next)}`)
  }
  return true
}
