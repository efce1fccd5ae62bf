/** Time in milliseconds after which a navigation that has not arrived no longer blocks keys: it has failed. */
const MAX_NAVIGATION_MS = 15_000

let startedAt: number | null = null
let onStart: (() => void) | null = null

/**
 * Called by the router when a navigation within the site starts (instrumentation-client.ts), inside the transition that
 * renders its page. A state that `onStart` sets is therefore committed together with that page.
 */
export function navigationStarted(): void {
  startedAt = Date.now()
  onStart?.()
}

export function navigationEnded(): void {
  startedAt = null
}

/** Whether another page is on its way, so that what is still on the screen must not take keys any more. */
export const isNavigating = (): boolean => startedAt !== null && Date.now() - startedAt < MAX_NAVIGATION_MS

/** Registers the function called at each start of a navigation; returns a function that unregisters it. */
export function watchNavigation(own: () => void): () => void {
  onStart = own
  return () => {
    if (onStart === own) onStart = null
  }
}
