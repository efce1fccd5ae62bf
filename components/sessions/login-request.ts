// Set by a page that leads to /order and wants the login open there; stored in this tab's session storage, read once.

const LOGIN_REQUEST_KEY = 'open-login'

export function requestLoginOnArrival() {
  try {
    sessionStorage.setItem(LOGIN_REQUEST_KEY, '1')
  } catch {
    // Without storage the order screen opens without the login.
  }
}

/** True once after `requestLoginOnArrival`. */
export function takeLoginRequest(): boolean {
  try {
    const asked = sessionStorage.getItem(LOGIN_REQUEST_KEY) !== null
    sessionStorage.removeItem(LOGIN_REQUEST_KEY)
    return asked
  } catch {
    return false
  }
}
