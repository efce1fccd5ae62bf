// A mark in this tab's session storage makes the order screen open the login dialog. A page that leads to /order sets
// the mark, such as the page that sets a new password. Reading the mark removes it.

const LOGIN_REQUEST_KEY = 'open-login'

export function requestLoginOnArrival() {
  try {
    sessionStorage.setItem(LOGIN_REQUEST_KEY, '1')
  } catch {
    // Without storage the order screen opens without the login dialog.
  }
}

/** True if `requestLoginOnArrival` was called in this tab since the last call of this function. */
export function takeLoginRequest(): boolean {
  try {
    const isRequested = sessionStorage.getItem(LOGIN_REQUEST_KEY) !== null
    sessionStorage.removeItem(LOGIN_REQUEST_KEY)
    return isRequested
  } catch {
    return false
  }
}
