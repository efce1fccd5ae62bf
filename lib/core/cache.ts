import { hours } from './clock.ts'
import { type Database, db } from './db.ts'
import { log } from './log.ts'
import { singleton } from './singleton.ts'

/** Sources of cached values. Triggers in the migrations increment the version of a source when its tables change. */
export type CacheName = 'settings' | 'catalog' | 'content'

type Entry = { value: Promise<unknown>; until: number }
type State = { entries: Map<string, Entry>; versions: Map<string, bigint>; watching: boolean }

const state = (): State => singleton('cache', () => ({ entries: new Map(), versions: new Map(), watching: false }))

/** Drops all values cached under `name` in this process. */
export function dropCached(name: string): void {
  for (const key of state().entries.keys()) if (key.startsWith(`${name}:`)) state().entries.delete(key)
}

async function pollVersions(database: Database): Promise<void> {
  const rows = await database.rows<{ name: string; version: bigint }>('SELECT name, version FROM cache_versions')
  for (const { name, version } of rows) {
    if (state().versions.get(name) !== version) dropCached(name)
    state().versions.set(name, version)
  }
}

async function listen(database: Database): Promise<void> {
  const client = await database.connect()
  client.on('notification', (message) => dropCached(message.payload ?? ''))
  client.on('error', (error) => {
    log.warn('the cache listener lost its connection', { error })
    client.release(error)
    setTimeout(() => listen(database).catch(retryLater), 1_000).unref()
  })
  const retryLater = (error: Error) => log.warn('the cache listener could not start', { error })
  await client.query('LISTEN cache')
}

/**
 * Watches for changes: by NOTIFY for speed, and by polling the versions every second in case a notification is lost
 * (docs/contract.md#settings). Starts once per process.
 */
function watch(): void {
  if (state().watching) return
  state().watching = true
  const database = db()
  listen(database).catch((error) => log.warn('the cache listener could not start', { error }))
  const poll = () =>
    pollVersions(database).catch((error) => log.warn('the cache versions could not be read', { error }))
  setInterval(poll, 1_000).unref()
}

/**
 * Caches the result of `load` for an hour (docs/contract.md#settings). Every process drops it as soon as a table of the
 * source `name` changes. Concurrent callers share one load; a failed load isn't cached.
 */
export function cached<T>(name: CacheName, key: string, load: () => Promise<T>): Promise<T> {
  watch()
  const full = `${name}:${key}`
  const entry = state().entries.get(full)
  if (entry && entry.until > Date.now()) return entry.value as Promise<T>
  const value = load()
  state().entries.set(full, { value, until: Date.now() + hours(1) })
  value.catch(() => state().entries.delete(full))
  return value
}
