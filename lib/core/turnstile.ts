/**
 * Returns a function that runs functions, at most `maxRunningPerKey` at once per key; the others wait in order. Updates
 * of one busy balance are fastest with about four.
 */
export function limitPerKey(maxRunningPerKey: number): <T>(key: number, run: () => Promise<T>) => Promise<T> {
  const inside = new Map<number, { running: number; queue: (() => void)[] }>()
  return async (key, run) => {
    const gate = inside.get(key) ?? { running: 0, queue: [] }
    inside.set(key, gate)
    if (gate.running >= maxRunningPerKey) await new Promise<void>((go) => gate.queue.push(go))
    else gate.running += 1
    try {
      return await run()
    } finally {
      const next = gate.queue.shift()
      if (next) next()
      else if (--gate.running === 0) inside.delete(key)
    }
  }
}
