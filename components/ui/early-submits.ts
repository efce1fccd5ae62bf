declare global {
  interface Window {
    earlySubmits?: Set<EventTarget | null>
  }
}

/**
 * Part of the inline script that runs before the first paint: records the forms that are submitted before hydration.
 */
export const recordEarlySubmitsScript = `addEventListener('submit', (event) => (window.earlySubmits ??= new Set()).add(event.target), true)`

/** Whether a form was submitted before hydration; true only for the first call. */
export const wasSubmittedEarly = (form: HTMLFormElement): boolean => window.earlySubmits?.delete(form) ?? false
