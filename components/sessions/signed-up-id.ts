// The login id of a person who has just signed up, for the login that follows. Stored in this tab's session storage and
// read once.

const SIGNED_UP_ID_KEY = 'signed-up-id'

export function storeSignedUpId(id: string) {
  try {
    sessionStorage.setItem(SIGNED_UP_ID_KEY, id)
  } catch {
    // Without storage the login form starts empty.
  }
}

/** Returns the stored id and removes it; '' if there is none. */
export function takeSignedUpId(): string {
  try {
    const id = sessionStorage.getItem(SIGNED_UP_ID_KEY) ?? ''
    sessionStorage.removeItem(SIGNED_UP_ID_KEY)
    return id
  } catch {
    return ''
  }
}
