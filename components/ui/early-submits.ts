declare global {
  interface Window {
    earlySubmits?: Set<EventTarget | null>
  }
}

/**
 * Part of the inline script that runs before the first paint: records the forms that are submitted before hydration, so
 * that `wasSubmittedEarly` can report them afterwards.
 */
export const recordEarlySubmitsScript = `addEventListener('submit', (event) => (window.earlySubmits ??= new Set()).add(event.target), true)`

/**
 * Whether a form was submitted before hydration, so that its hydrated component submits it then; true only for the
 * first call, so that it is submitted once.
 */
export const wasSubmittedEarly = (form: HTMLFormElement): boolean => window.earlySubmits?.delete(form) ?? false
