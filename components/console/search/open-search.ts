let open: (() => void) | null = null

/** Registers the function that opens the search over everything; returns a function that unregisters it. */
export function registerSearch(own: () => void): () => void {
  open = own
  return () => {
    if (open === own) open = null
  }
}

export const openSearch = (): void => open?.()
