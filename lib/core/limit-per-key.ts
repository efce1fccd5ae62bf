/**
 * Returns a function `(key, run)` that calls `run`. At most `maxRunningPerKey` calls with the same key run at once;
 * further ones wait, and run first come, first served.
 */
export function limitPerKey(maxRunningPerKey: number): <T>(key: number, run: () => Promise<T>) => Promise<T> {
  const gates = new Map<number, { running: number; queue: (() => void)[] }>()
  return async (key, run) => {
    const gate = gates.get(key) ?? { running: 0, queue: [] }
    gates.set(key, gate)
    if (gate.running >= maxRunningPerKey) await new Promise<void>((go) => gate.queue.push(go))
    else gate.running += 1
    try {
      return await run()
    } finally {
      const next = gate.queue.shift()
      if (next) next()
      else if (--gate.running === 0) gates.delete(key)
    }
  }
}
