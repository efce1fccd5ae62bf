import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type Device, detectDeviceKind } from '#lib/catalog/rules.ts'
import { cacheGeneration } from '#lib/core/cache.ts'

/**
 * Paths of the pages that look the same to everybody who is signed out, until a setting, a service or a text of the
 * shop changes.
 */
const storedPaths = new Set([
  '/order',
  '/login',
  '/register',
  '/find-id',
  '/find-password',
  '/terms/service',
  '/terms/privacy',
])

/**
 * Milliseconds for which a stored page may be sent. The page shows the time of day in seconds, so a sent page mustn't
 * be older than a second.
 */
const MAX_AGE_MS = 1_000

/** Headers of a single response, which aren't stored with the page. */
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
  /** The nonce that the page was rendered with. It is also in the header `link`. */
  nonce: string
  headers: OutgoingHttpHeaders
  /** The HTML in UTF-8, split at each occurrence of the nonce. */
  parts: Buffer[]
  /** Time at which rendering began, in milliseconds of `performance.now()`. */
  renderedAt: number
  /** Value of `cacheGeneration()` when rendering began. */
  generation: number
}

/** True if this process has dropped no cached value since rendering began. */
const isUpToDate = ({ generation }: StoredPage): boolean => generation === cacheGeneration()

const isFresh = (page: StoredPage): boolean => isUpToDate(page) && performance.now() - page.renderedAt < MAX_AGE_MS

/**
 * The key under which the response to a request is stored. Null if the response may be for one person only: with a
 * cookie (somebody may be signed in), with a query (it selects something), or with the headers by which Next.js' client
 * asks for parts of a page. Null also without a user-agent header, because Next.js then sends the title after the head.
 */
function pageKey({ method, url = '/', headers }: IncomingMessage): `${Device} ${string}` | null {
  const isPlain = Object.keys(headers).every((name) => !/^(cookie$|rsc$|next-)/.test(name))
  const agent = headers['user-agent']
  return method === 'GET' && storedPaths.has(url) && isPlain && agent ? `${detectDeviceKind(agent)} ${url}` : null
}

/**
 * Collects the body that is written to `response`, and sends it in one piece at the end, so that a slow client doesn't
 * delay the rendering. Resolves to the body, or to null if the response is closed earlier.
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

/** Makes a page to store from a response. Returns null if the response isn't a complete HTML page or sets a cookie. */
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
 * Answers the request of a page. `nonce` is in the response's Content-Security-Policy; the request's header `x-nonce`
 * passes it to the rendering.
 */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse, nonce: string) => unknown

/**
 * Returns a function that answers as `render` does, but renders a page of `storedPaths` at most once a second, and
 * again as soon as a setting, a service or a text of the shop changes (docs/contract.md#settings). Requests that arrive
 * while the page is being rendered wait for that rendering. In each response a new nonce replaces the one that the page
 * was rendered with.
 */
export function withStoredPages(render: Render): AnswerPage {
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
