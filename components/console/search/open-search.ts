let open: (() => void) | null = null

/** Called by the search palette with the function that opens it; returns a function that unregisters that one. */
export function registerSearch(own: () => void): () => void {
  open = own
  return () => {
    if (open === own) open = null
  }
}

export const openSearch = (): void => open?.()
