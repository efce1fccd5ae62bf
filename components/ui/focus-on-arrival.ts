/**
 * Focuses the first empty field of a form on arrival, unless something has the focus already. Not on a touch screen,
 * because the keyboard would cover the page that the person hasn't read yet.
 */
export function focusOnArrival(field: HTMLElement): void {
  if (document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches) field.focus()
}
