const globalStore = globalThis as typeof globalThis & { shopSingletons?: Map<string, unknown> }

/**
 * One value per process. The HTTP entry and Next each load their own copy of this code, but pools, caches and limits
 * must be shared by both.
 */
export function singleton<T>(name: string, make: () => T): T {
  globalStore.shopSingletons ??= new Map()
  if (!globalStore.shopSingletons.has(name)) globalStore.shopSingletons.set(name, make())
  return globalStore.shopSingletons.get(name) as T
}
