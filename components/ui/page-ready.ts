/** Milliseconds after which a navigation whose page has not appeared counts as failed and no longer blocks keys. */
const MAX_NAVIGATION_MS = 15_000

let startedAt: number | null = null
let onStart: (() => void) | null = null

/**
 * Called by the router when a navigation within the site starts (instrumentation-client.ts). It runs inside the React
 * transition that renders the new page, so a state that the watcher sets here is committed together with that page.
 */
export function navigationStarted(): void {
  startedAt = Date.now()
  onStart?.()
}

export function navigationEnded(): void {
  startedAt = null
}

/** Whether another page is being loaded, so that keys must not act on the page that is still shown. */
export const isNavigating = (): boolean => startedAt !== null && Date.now() - startedAt < MAX_NAVIGATION_MS

/** Registers the function called at each start of a navigation; returns a function that unregisters it. */
export function watchNavigation(own: () => void): () => void {
  onStart = own
  return () => {
    if (onStart === own) onStart = null
  }
}
