const store = globalThis as typeof globalThis & { shopSingletons?: Map<string, unknown> }

/**
 * One value per process. The HTTP entry and Next each load their own copy of this code, but pools, caches and limits
 * must be shared by both.
 */
export function singleton<T>(name: string, make: () => T): T {
  store.shopSingletons ??= new Map()
  if (!store.shopSingletons.has(name)) store.shopSingletons.set(name, make())
  return store.shopSingletons.get(name) as T
}
