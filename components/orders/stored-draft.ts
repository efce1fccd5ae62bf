// Stores a visitor's draft in this tab's session storage until he has signed in (docs/product.md#order-screen).

const draftStorageKey = 'order-draft'

export interface StoredDraft {
  readonly serviceId: number
  readonly link: string
  readonly amount: string
}

/** Parses a stored draft; null if it is malformed. */
export function parseStoredDraft(text: string | null): StoredDraft | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isStoredDraft(value) ? value : null
  } catch {
    return null
  }
}

function isStoredDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { serviceId, link, amount } = value as Record<string, unknown>
  return typeof serviceId === 'number' && typeof link === 'string' && typeof amount === 'string'
}

export function storeDraft({ serviceId, link, amount }: StoredDraft) {
  try {
    sessionStorage.setItem(draftStorageKey, JSON.stringify({ serviceId, link, amount }))
  } catch {
    // Storage can be blocked; then only the product is restored, from the address.
  }
}

/** Returns the stored draft and removes it. */
export function takeStoredDraft(): StoredDraft | null {
  try {
    const stored = parseStoredDraft(sessionStorage.getItem(draftStorageKey))
    sessionStorage.removeItem(draftStorageKey)
    return stored
  } catch {
    return null
  }
}
