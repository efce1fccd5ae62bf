// Small texts in the browser's storage. Storage can be forbidden or full: then nothing is stored.

export function storedText(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a text; an empty one is forgotten. */
export function keepText(key: string, text: string) {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {
    // Not stored.
  }
}
