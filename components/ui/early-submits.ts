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
 * Whether a form was submitted before React hydrated the page, so that its component submits it after that; true only
 * for the first call, so that it is submitted once.
 */
export const wasSubmittedEarly = (form: HTMLFormElement): boolean => window.earlySubmits?.delete(form) ?? false
