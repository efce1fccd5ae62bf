type Waiting<V> = { resolve(value: V | undefined): void; reject(error: unknown): void }

/**
 * Looks many keys up in one query: what is asked within one turn of the event loop goes together. Every look-up starts
 * after it was asked for, so nothing older than the question is ever answered.
 */
export function batched<V>(load: (keys: string[]) => Promise<Map<string, V>>): (key: string) => Promise<V | undefined> {
  let queue = new Map<string, Waiting<V>[]>()
  const flush = async () => {
    const asked = queue
    queue = new Map()
    const settle = (each: (waiting: Waiting<V>, key: string) => void) => {
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
