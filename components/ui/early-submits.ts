declare global {
  interface Window {
    earlySubmits?: Set<EventTarget | null>
  }
}

/**
 * Part of the inline script that runs before the first paint: records which forms are submitted before React has
 * hydrated the page, for `wasSubmittedEarly`.
 */
export const recordEarlySubmitsScript = `addEventListener('submit', (event) => (window.earlySubmits ??= new Set()).add(event.target), true)`

/**
 * True if a form was submitted before React hydrated the page; its component must then submit it. Only the first call
 * for a form returns true, so that the form is submitted once.
 */
export const wasSubmittedEarly = (form: HTMLFormElement): boolean => window.earlySubmits?.delete(form) ?? false
