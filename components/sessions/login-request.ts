// Mark in this tab's session storage by which a page that leads to /order, such as that of a new password, has the
// login opened there. It is removed when it is read.

const LOGIN_REQUEST_KEY = 'open-login'

export function requestLoginOnArrival() {
  try {
    sessionStorage.setItem(LOGIN_REQUEST_KEY, '1')
  } catch {
    // Without storage the order screen opens without the login.
  }
}

/** Whether `requestLoginOnArrival` was called; true only once for each call of it. */
export function takeLoginRequest(): boolean {
  try {
    const asked = sessionStorage.getItem(LOGIN_REQUEST_KEY) !== null
    sessionStorage.removeItem(LOGIN_REQUEST_KEY)
    return asked
  } catch {
    return false
  }
}
