// The login id of a person who has just signed up or changed the password, for his next login. It is stored in this
// tab's session storage and read once.

const NEXT_LOGIN_ID_KEY = 'next-login-id'

/** Stores the login id that the login form of this tab fills in next. */
export function storeNextLoginId(id: string) {
  try {
    sessionStorage.setItem(NEXT_LOGIN_ID_KEY, id)
  } catch {
    // Without storage the login form starts empty.
  }
}

/** Returns the stored id and removes it; '' without a stored id. */
export function takeNextLoginId(): string {
  try {
    const id = sessionStorage.getItem(NEXT_LOGIN_ID_KEY) ?? ''
    sessionStorage.removeItem(NEXT_LOGIN_ID_KEY)
    return id
  } catch {
    return ''
  }
}
