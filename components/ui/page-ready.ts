/** Milliseconds after which a navigation without a new page counts as failed and no longer blocks shortcut keys. */
const MAX_NAVIGATION_MS = 15_000

let startedAt: number | null = null
let onStart: (() => void) | null = null

/**
 * Called by the router when a navigation within the site starts (instrumentation-client.ts). It runs inside the React
 * transition that renders the new page, so a state set by the function of `watchNavigation` is committed together with
 * the new page.
 */
export function recordNavigationStart(): void {
  startedAt = Date.now()
  onStart?.()
}

export function recordNavigationEnd(): void {
  startedAt = null
}

/** True while another page is being loaded: shortcut keys must not act on the page that is still shown. */
export const isNavigating = (): boolean => startedAt !== null && Date.now() - startedAt < MAX_NAVIGATION_MS

/** Registers the function called at each start of a navigation; returns a function that unregisters it. */
export function watchNavigation(listener: () => void): () => void {
  onStart = listener
  return () => {
    if (onStart === listener) onStart = null
  }
}
