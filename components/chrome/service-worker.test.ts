import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8')

type Handler = (event: unknown) => void

let handlers: Map<string, Handler>
let stored: string[]
let isOnline: boolean

/** Runs public/sw.js with fakes in place of the browser's cache, network and events. */
function startWorker() {
  handlers = new Map()
  stored = []
  const cache = { add: async ({ url }: { url: string }) => void stored.push(url) }
  const caches = {
    open: async () => cache,
    keys: async () => ['offline-0', 'offline-1'],
    delete: async (name: string) => void stored.push(`deleted ${name}`),
    match: async (url: string) => (stored.includes(url) ? `stored ${url}` : undefined),
  }
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
  }
  const Request = class {
    url: string
    constructor(url: string) {
      this.url = url
    }
  }
  const fetch = async ({ url }: { url: string }) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return `answer of ${url}`
  }
  new Function('self', 'caches', 'Request', 'fetch', source)(self, caches, Request, fetch)
}

async function run(name: 'install' | 'activate'): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  handlers.get(name)?.({ waitUntil: (until: Promise<unknown>) => (work = until) })
  await work
}

/** The worker's response to a request; undefined if it leaves the request to the browser. */
async function answerTo(url: string, mode = 'navigate', method = 'GET'): Promise<unknown> {
  let answer: Promise<unknown> | undefined
  handlers.get('fetch')?.({
    request: { url, mode, method },
    respondWith: (given: Promise<unknown>) => (answer = given),
  })
  return answer
}

beforeEach(async () => {
  isOnline = true
  startWorker()
  await run('install')
})

test('a page comes from the network, and from the offline page only without one', async () => {
  expect(await answerTo('/point')).toBe('answer of /point')
  isOnline = false
  expect(await answerTo('/point')).toBe('stored /offline.html')
})

test('calls, scripts, pictures and posted forms are left to the browser', async () => {
  for (const [mode, method] of [
    ['cors', 'GET'],
    ['same-origin', 'POST'],
    ['no-cors', 'GET'],
    ['navigate', 'POST'],
  ] as const)
    expect(await answerTo('/auth/profile', mode, method)).toBeUndefined()
})

test('nothing is stored but the offline page, whatever was opened', async () => {
  for (const path of ['/order', '/point', '/order-history', '/account', '/admin']) await answerTo(path)
  expect(stored).toEqual(['/offline.html'])
})

test('a new version removes what an earlier one stored', async () => {
  await run('activate')
  expect(stored).toEqual(['/offline.html', 'deleted offline-0'])
})

test('without the offline page the browser shows its own', async () => {
  startWorker()
  isOnline = false
  await expect(answerTo('/point')).rejects.toThrow('Failed to fetch')
})
