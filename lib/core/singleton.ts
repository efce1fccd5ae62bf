const globalStore = globalThis as typeof globalThis & { shopSingletons?: Map<string, unknown> }

/**
 * Returns the process's only value of this name; `make` creates it on the first call. The HTTP entry and Next each load
 * their own copy of this code, but must share pools, caches and limits.
 */
export function singleton<T>(name: string, make: () => T): T {
  globalStore.shopSingletons ??= new Map()
  if (!globalStore.shopSingletons.has(name)) globalStore.shopSingletons.set(name, make())
  return globalStore.shopSingletons.get(name) as T
}
