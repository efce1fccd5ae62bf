type WaitingRequest<V> = { resolve(value: V | undefined): void; reject(error: unknown): void }

/**
 * Returns a function that looks up a value by its key. Look-ups made within one turn of the event loop share one call
 * of `load`. It starts after all of them were made, so a result is never older than its look-up.
 */
export function batchLookups<V>(
  load: (keys: string[]) => Promise<Map<string, V>>,
): (key: string) => Promise<V | undefined> {
  let queue = new Map<string, WaitingRequest<V>[]>()
  const flush = async () => {
    const asked = queue
    queue = new Map()
    const settle = (each: (waiting: WaitingRequest<V>, key: string) => void) => {
      for (const [key, list] of asked) for (const waiting of list) each(waiting, key)
    }
    try {
      const found = await load([...asked.keys()])
      settle((waiting, key) => waiting.resolve(found.get(key)))
    } catch (error) {
      settle((waiting) => waiting.reject(error))
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      if (queue.size === 0) setImmediate(flush)
      queue.set(key, [...(queue.get(key) ?? []), { resolve, reject }])
    })
}
