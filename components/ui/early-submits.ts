declare global {
  interface Window {
    earlySubmits?: Set<EventTarget | null>
  }
}

/** A line for the script before the first paint: remembers which forms were sent before the page was alive. */
export const noteEarlySubmits = `addEventListener('submit', (event) => (window.earlySubmits ??= new Set()).add(event.target), true)`

/** Whether a form was sent too early, asked once. */
export const sentEarly = (form: HTMLFormElement): boolean => window.earlySubmits?.delete(form) ?? false
