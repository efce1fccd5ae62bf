/**
 * Opens a login dialog over the page; resolves to true once the same member is signed in again, to false if he closes
 * the dialog.
 */
type AskForLogin = () => Promise<boolean>

let askUser: AskForLogin | null = null
let pendingAnswer: Promise<boolean> | null = null

/** Registers the function that opens this page's login dialog; returns a function that unregisters it. */
export function registerLoginPrompt(own: AskForLogin): () => void {
  askUser = own
  return () => {
    if (askUser === own) askUser = null
  }
}

/** How a login over the page ended; 'NONE' if the page has no such login. */
export type LoginInPlaceOutcome = 'LOGGED_IN' | 'CLOSED' | 'NONE'

/** Opens the page's login dialog, if it has one, and waits for its end. Concurrent calls share one dialog. */
export async function requestLoginInPlace(): Promise<LoginInPlaceOutcome> {
  if (!askUser) return 'NONE'
  pendingAnswer ??= askUser().finally(() => {
    pendingAnswer = null
  })
  return (await pendingAnswer) ? 'LOGGED_IN' : 'CLOSED'
}
