/**
 * One request that costs something, with the key under which the server takes it at most once
 * (docs/contract.md#idempotency).
 */
export interface Attempt {
  readonly key: string
  readonly body: string
}

/** A random key; `randomUUID` exists on https and localhost only. */
export function randomKey(source: Partial<Crypto> & Pick<Crypto, 'getRandomValues'> = crypto): string {
  const bytes = () => source.getRandomValues(new Uint8Array(16))
  return source.randomUUID?.() ?? Array.from(bytes(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The same key for the same body until it has succeeded: pressed again after a failure, it is still one. */
export const attemptFor = (last: Attempt | null, body: string, newKey = randomKey): Attempt =>
  last?.body === body ? last : { key: newKey(), body }

/** Whether a request may have succeeded although no answer came: the network, or a fault of the server. */
export const isUnknown = (status: number): boolean => status === 0 || status >= 500
