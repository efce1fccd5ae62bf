/** Milliseconds after which a navigation that brings no new page counts as failed and no longer blocks shortcuts. */
const MAX_NAVIGATION_MS = 15_000

let startedAt: number | null = null
let onStart: (() => void) | null = null

/**
 * Called by the router when a navigation within the site starts (instrumentation-client.ts). The call is part of the
 * React transition that renders the new page. A state that the listener of `watchNavigation` sets is therefore
 * committed together with the new page.
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

/** Registers the function that is called at the start of each navigation. Returns a function that unregisters it. */
export function watchNavigation(listener: () => void): () => void {
  onStart = listener
  return () => {
    if (onStart === listener) onStart = null
  }
}
