type WaitingLookup<V> = { resolve(value: V | undefined): void; reject(error: unknown): void }

/**
 * Returns a function that looks up a value by its key. All look-ups made within one turn of the event loop share one
 * call of `load`. `load` is called after the last of these look-ups, so no look-up gets a value that was read before it
 * was made.
 */
export function batchLookups<V>(
  load: (keys: string[]) => Promise<Map<string, V>>,
): (key: string) => Promise<V | undefined> {
  let queue = new Map<string, WaitingLookup<V>[]>()
  const flush = async () => {
    const batch = queue
    queue = new Map()
    const settle = (finish: (waiting: WaitingLookup<V>, key: string) => void) => {
      for (const [key, list] of batch) for (const waiting of list) finish(waiting, key)
    }
    try {
      const found = await load([...batch.keys()])
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
