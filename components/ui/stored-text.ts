// Small texts in localStorage. Storage can be forbidden or full: then nothing is stored.

export function readStoredText(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Stores a text; an empty one is removed. */
export function storeText(key: string, text: string) {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {
    // Storage is forbidden or full.
  }
}
