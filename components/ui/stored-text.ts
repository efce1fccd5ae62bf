// Reads and stores small texts in localStorage. If the browser forbids storage or it is full, nothing is stored.

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
