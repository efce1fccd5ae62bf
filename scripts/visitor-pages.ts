import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type Device, deviceOf } from '#lib/catalog/rules.ts'
import { cacheGeneration } from '#lib/core/cache.ts'

/** Paths of the pages that all visitors see alike, as long as no setting, service or text of the shop changes. */
const visitorPaths = new Set([
  '/order',
  '/login',
  '/register',
  '/find-id',
  '/find-password',
  '/terms/service',
  '/terms/privacy',
])

/** For how many milliseconds a stored page is sent. It shows the time of day in seconds, so it mustn't be older. */
const MAX_AGE_MS = 1_000

/** Headers that belong to a response, not to the page. */
const headersOfResponse = [
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'date',
  'keep-alive',
  'transfer-encoding',
]

type StoredPage = {
  /** The nonce that the page was rendered with, which also stands in the header `link`. */
  nonce: string
  headers: OutgoingHttpHeaders
  /** The HTML in UTF-8, split at each place of the nonce. */
  parts: Buffer[]
  /** When rendering began, in milliseconds of `performance.now()`. */
  renderedAt: number
  /** Value of `cacheGeneration()` when rendering began. */
  generation: number
}

/** True if this process has dropped no cached value since rendering began. */
const isUpToDate = ({ generation }: StoredPage): boolean => generation === cacheGeneration()

const isFresh = (page: StoredPage): boolean => isUpToDate(page) && performance.now() - page.renderedAt < MAX_AGE_MS

/**
 * The key under which the response to a request is stored; null if the response may differ between visitors: a cookie
 * says who is signed in, a query what is chosen, Next.js' client asks for parts of pages by headers, and to a client
 * that sends no user-agent Next.js sends the title after the head.
 */
function pageKey({ method, url = '/', headers }: IncomingMessage): `${Device} ${string}` | null {
  const isPlain = Object.keys(headers).every((name) => !/^(cookie$|rsc$|next-)/.test(name))
  const agent = headers['user-agent']
  return method === 'GET' && visitorPaths.has(url) && isPlain && agent ? `${deviceOf(agent)} ${url}` : null
}

/**
 * Sends what is written to `response` in one piece at its end, so that no slow client delays the rendering. Resolves
 * with that body, or with null if the response is closed before.
 */
function collectBody(response: ServerResponse): Promise<Buffer | null> {
  const end = response.end.bind(response) as (body: Buffer, ...sent: unknown[]) => ServerResponse
  const chunks: Uint8Array[] = []
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
    if (chunk instanceof Uint8Array) chunks.push(chunk)
  }
  return new Promise((resolve) => {
    const collecting = {
      write(...sent: unknown[]) {
        collect(sent[0])
        const callback = sent.at(-1)
        if (typeof callback === 'function') process.nextTick(callback)
        return true
      },
      end(...sent: unknown[]) {
        collect(sent[0])
        const body = Buffer.concat(chunks)
        resolve(body)
        return end(body, ...sent.filter((each) => typeof each === 'function'))
      },
    }
    Object.assign(response, collecting).once('close', () => resolve(null))
  })
}

type RenderingFacts = Pick<StoredPage, 'nonce' | 'renderedAt' | 'generation'>

/** The page in a response, to be stored; null if it isn't a whole HTML page, or sets a cookie. */
function storedPageOf(response: ServerResponse, body: Buffer, facts: RenderingFacts): StoredPage | null {
  const sent = response.getHeaders()
  const isPage = response.statusCode === 200 && String(sent['content-type']).startsWith('text/html')
  const html = body.toString()
  if (!isPage || !html.endsWith('</html>') || sent['set-cookie']) return null
  const headers = Object.fromEntries(Object.entries(sent).filter(([name]) => !headersOfResponse.includes(name)))
  return { ...facts, headers, parts: html.split(facts.nonce).map((part) => Buffer.from(part)) }
}

const replaceIn = (value: string | readonly string[], nonce: string, by: string): string | string[] =>
  typeof value === 'string' ? value.replaceAll(nonce, by) : value.map((each) => each.replaceAll(nonce, by))

function sendPage(response: ServerResponse, { nonce, headers, parts }: StoredPage, newNonce: string): void {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined)
      response.setHeader(name, typeof value === 'number' ? value : replaceIn(value, nonce, newNonce))
  response.end(Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from(newNonce), part]))))
}

type Render = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Answers the request of a page. `nonce` is the one in the response's Content-Security-Policy; the request's header
 * `x-nonce` passes it to the rendering.
 */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse, nonce: string) => unknown

/**
 * Makes a function that answers as `render` does, but renders each page that all visitors see alike at most once a
 * second, and again as soon as a setting, a service or a text of the shop changes (docs/contract.md#settings). Requests
 * that come while the page is being rendered wait for it. Each response has a nonce of its own, in the place of the one
 * that the page was rendered with.
 */
export function withVisitorPages(render: Render): AnswerPage {
  const stored = new Map<string, StoredPage>()
  const renderings = new Map<string, Promise<StoredPage | null>>()

  async function renderAndStore(key: string, request: IncomingMessage, response: ServerResponse, nonce: string) {
    const facts = { nonce, renderedAt: performance.now(), generation: cacheGeneration() }
    const body = collectBody(response)
    const rendered = (async () => render(request, response))()
    const ended = Promise.race([
      body,
      rendered.then(
        () => null,
        () => null,
      ),
    ])
    const rendering = ended.then((whole) => whole && storedPageOf(response, whole, facts))
    renderings.set(key, rendering)
    const page = await rendering
    renderings.delete(key)
    if (page) stored.set(key, page)
    await rendered
  }

  return async (request, response, nonce) => {
    const key = pageKey(request)
    if (!key) return render(request, response)
    const page = stored.get(key)
    if (page && isFresh(page)) return sendPage(response, page, nonce)
    const rendering = renderings.get(key)
    if (!rendering) return renderAndStore(key, request, response, nonce)
    const sharedPage = await rendering
    return sharedPage && isUpToDate(sharedPage) ? sendPage(response, sharedPage, nonce) : render(request, response)
  }
}
