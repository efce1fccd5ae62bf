// A mark in this tab's session storage makes the order screen open the login dialog. A page that leads to /order sets
// the mark, such as the page that sets a new password. Reading the mark removes it.

const OPEN_LOGIN_KEY = 'open-login'

/** Makes the order screen open the login dialog when this tab shows it next. */
export function markLoginToOpen() {
  try {
    sessionStorage.setItem(OPEN_LOGIN_KEY, '1')
  } catch {
    // Without storage the order screen opens without the login dialog.
  }
}

/** True if `markLoginToOpen` was called in this tab since the last call of this function. */
export function takeOpenLoginMark(): boolean {
  try {
    const isRequested = sessionStorage.getItem(OPEN_LOGIN_KEY) !== null
    sessionStorage.removeItem(OPEN_LOGIN_KEY)
    return isRequested
  } catch {
    return false
  }
}
