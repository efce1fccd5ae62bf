/** Opens a login over the page; resolves to true once the same member is signed in again, to false if it is closed. */
type AskForLogin = () => Promise<boolean>

let askUser: AskForLogin | null = null
let pendingAnswer: Promise<boolean> | null = null

/** Registers the function that opens the login; returns a function that unregisters it. */
export function registerLoginPrompt(own: AskForLogin): () => void {
  askUser = own
  return () => {
    if (askUser === own) askUser = null
  }
}

/** What came of a login over the page; 'none' if this page has none. */
export type LoginInPlaceOutcome = 'LOGGED_IN' | 'CLOSED' | 'NONE'

/** Opens the login over the page if it has one. Concurrent calls share one login. */
export async function requestLoginInPlace(): Promise<LoginInPlaceOutcome> {
  if (!askUser) return 'NONE'
  pendingAnswer ??= askUser().finally(() => {
    pendingAnswer = null
  })
  return (await pendingAnswer) ? 'LOGGED_IN' : 'CLOSED'
}
