// Reads and stores small texts in localStorage. If storage is forbidden or full, the texts stay in memory until the
// page is closed.

/** Texts that couldn't be stored in localStorage, by key; an empty text means that the text was removed. */
const unstored = new Map<string, string>()

/** Returns the text stored under this key; '' if there is none. */
export function readStoredText(key: string): string {
  try {
    return unstored.get(key) ?? localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Stores a text; an empty text removes the stored one. */
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
