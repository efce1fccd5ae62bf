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

/** For how many milliseconds a stored page is sent. It shows the time of day in seconds. */
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
  headers: OutgoingHttpHeaders
  /** The HTML in UTF-8, split at each place of the nonce. */
  parts: Buffer[]
  renderedAt: number
  generation: number
}

/**
 * The key under which the response to a request is stored; null if it may differ between visitors: a cookie says who is
 * signed in, a query what is chosen, and Next.js' client asks for parts of pages by headers.
 */
function pageKey({ method, url = '/', headers }: IncomingMessage): `${Device} ${string}` | null {
  const isPlain = Object.keys(headers).every((name) => !/^(cookie$|rsc$|next-)/.test(name))
  const isVisitorPage = method === 'GET' && visitorPaths.has(url) && isPlain
  return isVisitorPage ? `${deviceOf(headers['user-agent'] ?? '')} ${url}` : null
}

/** Calls `done` with all that was written when `response` is ended, before the end is sent. */
function collectBody(response: ServerResponse, done: (body: string) => void): void {
  type Send<T> = (...sent: unknown[]) => T
  const write = response.write.bind(response) as Send<boolean>
  const end = response.end.bind(response) as Send<ServerResponse>
  const chunks: Uint8Array[] = []
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
    if (chunk instanceof Uint8Array) chunks.push(chunk)
  }
  const collecting = {
    write(...sent: unknown[]) {
      collect(sent[0])
      return write(...sent)
    },
    end(...sent: unknown[]) {
      collect(sent[0])
      done(Buffer.concat(chunks).toString())
      return end(...sent)
    },
  }
  Object.assign(response, collecting)
}

/** The headers of a response with a whole HTML page that sets no cookie; null for any other response. */
function storableHeaders(response: ServerResponse, body: string): OutgoingHttpHeaders | null {
  const headers = response.getHeaders()
  const isPage = response.statusCode === 200 && String(headers['content-type']).startsWith('text/html')
  if (!isPage || !body.endsWith('</html>') || headers['set-cookie']) return null
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !headersOfResponse.includes(name)))
}

const joinParts = (parts: readonly Buffer[], nonce: string): Buffer =>
  Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from(nonce), part])))

type Render = (request: IncomingMessage, response: ServerResponse) => unknown

/** Answers the request of a page. `nonce` is what its policy allows scripts by, which `x-nonce` tells its rendering. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse, nonce: string) => unknown

/**
 * Makes a function that answers as `render` does, but renders each page that all visitors see alike at most once a
 * second, and again as soon as a setting, a service or a text of the shop changes (docs/contract.md#settings). Each
 * response has a nonce of its own, which is put in the place of the one that the page was rendered with.
 */
export function withVisitorPages(render: Render): AnswerPage {
  const stored = new Map<string, StoredPage>()
  return (request, response, nonce) => {
    const key = pageKey(request)
    if (!key) return render(request, response)
    const generation = cacheGeneration()
    const renderedAt = Date.now()
    const page = stored.get(key)
    if (page && page.generation === generation && renderedAt - page.renderedAt < MAX_AGE_MS) {
      response.setHeaders(new Map(Object.entries(page.headers) as [string, string][]))
      return response.end(joinParts(page.parts, nonce))
    }
    collectBody(response, (body) => {
      const headers = storableHeaders(response, body)
      if (headers)
        stored.set(key, { headers, parts: body.split(nonce).map((part) => Buffer.from(part)), renderedAt, generation })
    })
    return render(request, response)
  }
}
