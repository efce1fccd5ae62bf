type WaitingItem<I, O> = { item: I; resolve(output: O): void; reject(error: unknown): void }

/**
 * Returns a function that handles one item and resolves to its output. It passes items in batches to `run`, which
 * returns their outputs in the same sequence. Items that arrive during a run wait for a later run. A batch has at most
 * `maxItems` items, and never two with the same `distinctKey`, except null.
 */
export function batchItems<I, O>(
  run: (items: I[]) => Promise<O[]>,
  { maxItems, distinctKey }: { maxItems: number; distinctKey: (item: I) => string | null },
): (item: I) => Promise<O> {
  let queue: WaitingItem<I, O>[] = []
  let running = false

  function takeNext(): WaitingItem<I, O>[] {
    const batchKeys = new Set<string>()
    const batch: WaitingItem<I, O>[] = []
    const remaining: WaitingItem<I, O>[] = []
    for (const waiting of queue) {
      const key = distinctKey(waiting.item)
      if (batch.length >= maxItems || (key !== null && batchKeys.has(key))) remaining.push(waiting)
      else batch.push(waiting)
      if (key !== null) batchKeys.add(key)
    }
    queue = remaining
    return batch
  }

  async function flush(): Promise<void> {
    const batch = takeNext()
    try {
      const outputs = await run(batch.map(({ item }) => item))
      for (const [at, { resolve }] of batch.entries()) resolve(outputs[at] as O)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    if (queue.length > 0) setImmediate(flush)
    else running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (running) return
      running = true
      setImmediate(flush)
    })
}
