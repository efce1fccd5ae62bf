import { hoursInMs } from './clock.ts'
import { type Database, db, listenDatabase } from './db.ts'
import { makeFailureLogger } from './log-failures.ts'
import { singleton } from './singleton.ts'

/**
 * Names of the groups of cached values. All values of a group are dropped together: when one of the group's tables
 * changes, a trigger increments the group's version in `cache_versions` and notifies all processes.
 */
export type CacheName = 'settings' | 'catalog' | 'content'

/** A cached value, and until when it may be used, in milliseconds since 1970. */
type CachedEntry = { value: Promise<unknown>; until: number }
type CacheState = {
  entries: Map<string, CachedEntry>
  versions: Map<string, bigint>
  isWatching: boolean
  /** How many times this process has dropped a group. */
  generation: number
}

const cacheState = (): CacheState =>
  singleton('cache', () => ({ entries: new Map(), versions: new Map(), isWatching: false, generation: 0 }))

/** Drops all values cached in the group `name`, in this process only. */
export function dropCached(name: string): void {
  cacheState().generation += 1
  for (const key of cacheState().entries.keys()) if (key.startsWith(`${name}:`)) cacheState().entries.delete(key)
}

/**
 * Number that changes whenever this process drops cached values. A result computed from cached values is out of date if
 * the number has changed.
 */
export const cacheGeneration = (): number => cacheState().generation

async function pollVersions(database: Database): Promise<void> {
  const rows = await database.rows<{ name: string; version: bigint }>('SELECT name, version FROM cache_versions')
  for (const { name, version } of rows) {
    if (cacheState().versions.get(name) !== version) dropCached(name)
    cacheState().versions.set(name, version)
  }
}

/** Listens for changes on a separate connection. If it fails or can't be opened, opens another one a second later. */
async function listenForChanges(database: Database, logFailure: (error: Error) => void): Promise<void> {
  const retryLater = (error: Error) => {
    logFailure(error)
    setTimeout(() => listenForChanges(database, logFailure), 1_000).unref()
  }
  const client = await database.connect().catch(retryLater)
  if (!client) return
  client.on('notification', (message) => dropCached(message.payload ?? ''))
  client.once('error', (error) => {
    client.release(error)
    retryLater(error)
  })
  // A failed LISTEN is passed to the error handler above, which runs only once: so there is one new attempt, even if
  // the connection then reports an error too.
  await client.query('LISTEN cache').catch((error) => client.emit('error', error))
}

/**
 * Makes this process drop the cached values of a group whenever one of its tables changes. A NOTIFY reports the change
 * at once; in case a notification is lost, the versions are also polled every second (docs/contract.md#settings). Only
 * the first call does anything.
 */
function watchForChanges(): void {
  if (cacheState().isWatching) return
  cacheState().isWatching = true
  const database = db()
  void listenForChanges(listenDatabase(), makeFailureLogger('warn', 'the cache listener has no connection'))
  const logPollFailure = makeFailureLogger('warn', 'the cache versions could not be read')
  const poll = () => pollVersions(database).catch(logPollFailure)
  setInterval(poll, 1_000).unref()
}

/**
 * Caches the result of `load` for an hour, in the group `name` under `key` (docs/contract.md#settings). Every process
 * drops the value as soon as a table of the group changes. Concurrent callers share one call of `load`; a failure isn't
 * cached.
 */
export function cacheResult<T>(name: CacheName, key: string, load: () => Promise<T>): Promise<T> {
  watchForChanges()
  const fullKey = `${name}:${key}`
  const entry = cacheState().entries.get(fullKey)
  if (entry && entry.until > Date.now()) return entry.value as Promise<T>
  const value = load()
  cacheState().entries.set(fullKey, { value, until: Date.now() + hoursInMs(1) })
  value.catch(() => cacheState().entries.delete(fullKey))
  return value
}
