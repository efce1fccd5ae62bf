import { safeReturnPath } from '../sessions/safe-return-path.ts'

// The login at Naver or Kakao that was started last. Browsers inside other apps, and a shop installed on an iPhone,
// open the login window in place of the page, or without a connection to it. The callback page in this window must then
// finish the login itself. The started login is in local storage, because the login window may have a session storage
// of its own.

const STARTED_LOGIN_KEY = 'sns-started-login'

/** A login that was started: the random `state` that the callback page gets back, and the path to go to afterwards. */
interface StartedLogin {
  readonly state: string
  readonly next: string
}

export function storeStartedLogin(login: StartedLogin) {
  try {
    localStorage.setItem(STARTED_LOGIN_KEY, JSON.stringify(login))
  } catch {
    // Without storage only the page that opened the login window can finish the login.
  }
}

export function forgetStartedLogin() {
  try {
    localStorage.removeItem(STARTED_LOGIN_KEY)
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/**
 * Forgets the started login and returns the path to go to after it. Returns null if the login with this `state` wasn't
 * started in this browser. Such a login must not be finished: an attacker may have sent this browser's user a link with
 * a code of the attacker's own account.
 */
export function takeStartedLogin(state: string): string | null {
  try {
    const started: Partial<StartedLogin> = Object(JSON.parse(localStorage.getItem(STARTED_LOGIN_KEY) ?? 'null'))
    if (state === '' || started.state !== state) return null
    forgetStartedLogin()
    return safeReturnPath(started.next)
  } catch {
    return null
  }
}
