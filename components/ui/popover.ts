// Safari before version 17 has no popovers, and iPhone 8 and X can't be updated to 17. In such a browser a popover is
// an ordinary element, which app/globals.css hides unless it has the attribute `data-open`, and the popover's button
// does nothing by itself.

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
