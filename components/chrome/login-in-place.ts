/**
 * Opens a login dialog over the page. Resolves to true once the same member is signed in again, to false if the member
 * closes the dialog.
 */
type AskForLogin = () => Promise<boolean>

let askUser: AskForLogin | null = null
let pendingAnswer: Promise<boolean> | null = null

/** Registers the function by which this page opens its login dialog. Returns a function that unregisters it. */
export function registerLoginPrompt(prompt: AskForLogin): () => void {
  askUser = prompt
  return () => {
    if (askUser === prompt) askUser = null
  }
}

/** How a login in a dialog over the page ended; NONE if the page has no login dialog. */
export type LoginInPlaceOutcome = 'LOGGED_IN' | 'CLOSED' | 'NONE'

/**
 * Opens the page's login dialog, if it has one, and waits for its end. Concurrent calls share one dialog. If the
 * dialog's code can't be loaded, for example after an upgrade of the shop, returns NONE.
 */
export async function requestLoginInPlace(): Promise<LoginInPlaceOutcome> {
  if (!askUser) return 'NONE'
  pendingAnswer ??= askUser().finally(() => {
    pendingAnswer = null
  })
  try {
    return (await pendingAnswer) ? 'LOGGED_IN' : 'CLOSED'
  } catch {
    return 'NONE'
  }
}
