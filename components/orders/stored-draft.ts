// Keeps a visitor's draft in this tab's session storage until he has signed in (docs/product.md#order-screen).

const key = 'order-draft'

export interface StoredDraft {
  readonly serviceId: number
  readonly link: string
  readonly amount: string
}

/** Parses a stored draft; null if it is malformed. */
export function parseStored(text: string | null): StoredDraft | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isStored(value) ? value : null
  } catch {
    return null
  }
}

function isStored(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { serviceId, link, amount } = value as Record<string, unknown>
  return typeof serviceId === 'number' && typeof link === 'string' && typeof amount === 'string'
}

export function keepDraft({ serviceId, link, amount }: StoredDraft) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ serviceId, link, amount }))
  } catch {
    // Storage can be blocked; then only the product is restored, from the address.
  }
}

/** Returns the stored draft and removes it. */
export function takeDraft(): StoredDraft | null {
  try {
    const stored = parseStored(sessionStorage.getItem(key))
    sessionStorage.removeItem(key)
    return stored
  } catch {
    return null
  }
}
