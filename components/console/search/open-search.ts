let openPalette: (() => void) | null = null

/** Registers the function by which the search palette opens. Returns a function that unregisters it. */
export function registerSearchPalette(open: () => void): () => void {
  openPalette = open
  return () => {
    if (openPalette === open) openPalette = null
  }
}

/** Opens the search palette, if it is on the page. */
export const openSearchPalette = (): void => openPalette?.()
