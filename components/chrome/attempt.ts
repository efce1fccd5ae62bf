/**
 * One call as it is sent, maybe several times: its idempotency key, under which the server executes it at most once
 * (docs/contract.md#idempotency), and its body as JSON.
 */
export interface CallAttempt {
  readonly key: string
  readonly body: string
}

/** A random idempotency key. `crypto.randomUUID` exists on https and localhost only, so it may be missing. */
export function randomKey(source: Partial<Crypto> & Pick<Crypto, 'getRandomValues'> = crypto): string {
  const bytes = () => source.getRandomValues(new Uint8Array(16))
  return source.randomUUID?.() ?? Array.from(bytes(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The attempt to send for `body`: `last` if its body is the same, so that a retry after a failure has the same
 * idempotency key; otherwise a new attempt with a new key.
 */
export const callAttemptFor = (last: CallAttempt | null, body: string, newKey = randomKey): CallAttempt =>
  last?.body === body ? last : { key: newKey(), body }

/** True if the server may have executed a failed call: after a network failure (status 0) or a 5xx response. */
export const isOutcomeUnknown = (status: number): boolean => status === 0 || status >= 500
