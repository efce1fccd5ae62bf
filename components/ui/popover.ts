// Safari before 17, the last one of iPhone 8 and X, has no popovers. There a popover is an ordinary element, which
// app/globals.css hides unless it has the attribute `data-open`, and its button does nothing by itself.

const hasPopovers = (): boolean => 'popover' in HTMLElement.prototype

/**
 * For the click handler of a popover's button: opens or closes the popover if the browser doesn't support popovers.
 * Does nothing in other browsers, which open and close it themselves.
 */
export function togglePopoverIfUnsupported(popover: HTMLElement | null): void {
  if (!hasPopovers()) popover?.toggleAttribute('data-open')
}

export function closePopover(popover: HTMLElement | null): void {
  if (hasPopovers()) popover?.hidePopover()
  else popover?.removeAttribute('data-open')
}

/** Whether a popover is open. */
export const isPopoverOpen = (): boolean =>
  document.querySelector(hasPopovers() ? ':popover-open' : '[popover][data-open]') !== null
