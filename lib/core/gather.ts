type Waiting<I, O> = { item: I; resolve(output: O): void; reject(error: unknown): void }

/**
 * Collects concurrent items into one run. Items that arrive during a run are handled together in the next one, at most
 * `most` per run. Items with the same `distinct` key never share a run; null means no key.
 */
export function gathered<I, O>(
  run: (items: I[]) => Promise<O[]>,
  { most, distinct }: { most: number; distinct: (item: I) => string | null },
): (item: I) => Promise<O> {
  let queue: Waiting<I, O>[] = []
  let running = false

  function takeNext(): Waiting<I, O>[] {
    const names = new Set<string>()
    const taken: Waiting<I, O>[] = []
    const left: Waiting<I, O>[] = []
    for (const waiting of queue) {
      const name = distinct(waiting.item)
      if (taken.length >= most || (name !== null && names.has(name))) left.push(waiting)
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
