type WaitingItem<I, O> = { item: I; resolve(output: O): void; reject(error: unknown): void }

/**
 * Returns a function that handles one item and resolves to its output. It passes items in batches to `run`, which
 * returns their outputs in the same order. Items that arrive during a run wait for the next one, which takes at most
 * `maxItems` of them. Items with the same `distinctKey` are never in one batch; null means no key.
 */
export function batchItems<I, O>(
  run: (items: I[]) => Promise<O[]>,
  { maxItems, distinctKey }: { maxItems: number; distinctKey: (item: I) => string | null },
): (item: I) => Promise<O> {
  let queue: WaitingItem<I, O>[] = []
  let running = false

  function takeNext(): WaitingItem<I, O>[] {
    const names = new Set<string>()
    const taken: WaitingItem<I, O>[] = []
    const left: WaitingItem<I, O>[] = []
    for (const waiting of queue) {
      const name = distinctKey(waiting.item)
      if (taken.length >= maxItems || (name !== null && names.has(name))) left.push(waiting)
      else taken.push(waiting)
      if (name !== null) names.add(name)
    }
    queue = left
    return taken
  }

  async function flush(): Promise<void> {
    const taken = takeNext()
    try {
      const outputs = await run(taken.map(({ item }) => item))
      for (const [at, { resolve }] of taken.entries()) resolve(outputs[at] as O)
    } catch (error) {
      for (const { reject } of taken) reject(error)
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
