// Small things that a browser remembers for the one who uses it. Storage can be forbidden or full: then nothing is kept.

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
    // Not kept.
  }
}
