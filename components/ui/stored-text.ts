// Reads and stores small texts in localStorage. If the browser forbids storage or it is full, they are kept in memory as
// long as the page is open.

/** Texts that localStorage didn't take, by key; an empty one was to be removed. */
const unstored = new Map<string, string>()

export function readStoredText(key: string): string {
  try {
    return unstored.get(key) ?? localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Stores a text; an empty one is removed. */
export function storeText(key: string, text: string) {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
    unstored.delete(key)
  } catch {
    // Storage is forbidden or full.
    unstored.set(key, text)
  }
}
