/**
 * Focuses `field`, the first empty field of a form, when the page has opened, unless another element has the focus.
 * Does nothing on a touch screen, where the on-screen keyboard would cover the page before the user has read it.
 */
export function focusOnArrival(field: HTMLElement): void {
  if (document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches) field.focus()
}
