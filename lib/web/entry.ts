import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { recordRequest } from '#lib/api-requests/record-request.ts'
import type { Call, ForeignProtocol } from '#lib/core/call.ts'
import { callRequestFromNode } from '#lib/core/call-request.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { type CallAnswer, errorAnswer } from '#lib/core/http-answer.ts'
import { takeIpAddressToken } from '#lib/core/limits.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { makeCallFinder } from './call-finder.ts'
import { securityHeadersOf } from './content-security-policy.ts'
import { identifyCaller } from './identify-caller.ts'
import { registry, resellerCalls } from './registry.ts'
import { normalizeRequest } from './request-target.ts'

const findResellerCall = makeCallFinder(resellerCalls)
const findCall = makeCallFinder(registry)

/** Paths that belong to calls, except those of `pagesAtCallPaths` (docs/product.md#routes). */
const callPaths = /^\/(auth|service|services|status|hooks|orders|api)(\/|$)/
/** Paths of pages that lie below the path of a call, or are also the path of a call. */
const pagesAtCallPaths = /^\/(order|api|auth\/naver|auth\/kakao|docs\/[a-z\d-]+)$/
/** Paths of the documentation as Markdown; those of its HTML pages have no dot. */
const markdownPaths = /^\/docs\/[^/]+\.md$/
const nextPaths = /^\/(_next(\/|$)|__next)/
/**
 * Paths of Next.js' own error pages. The entry answers requests for them with 404, because Next.js would answer 500.
 */
const errorPages = /^\/_(?!next(\/|$)|_next)/

const fixedHeaders = {
  ...Object.fromEntries(securityHeadersOf(env().PUBLIC_URL)),
  'content-type': 'application/json; charset=utf-8',
}

/** Writes a response. Head and body are sent in one write; two writes would make a call take a fifth longer. */
function writeAnswer(response: ServerResponse, { status, headers, body }: CallAnswer): void {
  const lengthHeader = status !== 304 && { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, { ...fixedHeaders, ...headers, ...lengthHeader })
  response.end(status === 304 ? undefined : body)
}

const hasBrokenEscape = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

async function answerWithCall(
  call: Call,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<void> {
  writeAnswer(
    response,
    await answerCall(call, callRequestFromNode(request, address), db(), identifyCaller, recordRequest),
  )
}

function methodNotAllowed(methods: readonly string[], hasHead = true): CallAnswer {
  const allow = methods.flatMap((method) => (method === 'GET' && hasHead ? ['GET', 'HEAD'] : [method])).join(', ')
  return errorAnswer(new AppError('METHOD_NOT_ALLOWED', messages.methodNotAllowed), { allow })
}

/**
 * True for the path of API v2, where HEAD must be refused: Next.js answers HEAD by running GET, and a GET of API v2 may
 * place an order.
 */
const isApiV2 = (path: string): boolean => protocolOf(path) !== undefined

/**
 * Protocol of the call at this path; undefined for calls in the shop's own protocol, and for paths without a GET call.
 */
function protocolOf(path: string): ForeignProtocol | undefined {
  const match = findCall('GET', path)
  return match && 'call' in match ? match.call.protocol : undefined
}

/**
 * Returns the error response to a request that Next.js would answer wrongly; null if Next.js may answer it, because it
 * is for a page or a declared call.
 */
function refusalBeforeNext(method: string, path: string, dev: boolean): CallAnswer | null {
  const isRead = method === 'GET' || method === 'HEAD'
  const isPage = pagesAtCallPaths.test(path) || !callPaths.test(path)
  const match = findCall(isRead ? 'GET' : method, path)
  if (errorPages.test(path)) return errorAnswer(new AppError('NOT_FOUND', messages.notFound))
  const hasHead = !isApiV2(path)
  if (method === 'HEAD' && !hasHead) return methodNotAllowed(['GET', 'POST'], hasHead)
  if ((match && 'call' in match) || (isRead && isPage) || (dev && nextPaths.test(path))) return null
  const pageMethods = pagesAtCallPaths.test(path) || !match ? ['GET'] : []
  const allowed = new Set([...pageMethods, ...(match?.allowed ?? [])])
  if (match || isPage) return methodNotAllowed([...allowed], hasHead)
  return errorAnswer(new AppError('NOT_FOUND', messages.notFound))
}

/** Converts a 429 response in JSON to an HTML page. */
const asHtmlPage = (refusal: CallAnswer): CallAnswer => ({
  ...refusal,
  headers: {
    ...refusal.headers,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  },
  body: `<!doctype html><html lang="ko"><meta name="viewport" content="width=device-width"><title>${messages.tooMany}</title><p>${messages.tooMany}</p></html>`,
})

const badPathAnswer = (): CallAnswer => errorAnswer(new AppError('BAD_INPUT', messages.badPath))

function sendRefusal(response: ServerResponse, answer: CallAnswer): true {
  writeAnswer(response, answer)
  return true
}

/** Paths of the files at the root of the site. A path with a dot in it that isn't listed is rendered as a page. */
const rootFiles = new Set(
  [...readdirSync('public'), 'favicon.ico', 'icon.svg', 'apple-icon.png', 'opengraph-image.png']
    .concat(['manifest.webmanifest', 'robots.txt'])
    .map((name) => `/${name}`),
)

/** True if Next.js renders a page for this path, because no call and no file has it. */
function isRendered(path: string): boolean {
  const match = findCall('GET', path)
  const isPage = pagesAtCallPaths.test(path) || !(match && 'call' in match)
  return !/^\/_next\//.test(path) && !rootFiles.has(path) && isPage
}

/**
 * Counts a request in the rate limit `name` of its IP address. If the limit is exceeded, returns a 429 response, made
 * by `answer`; otherwise null.
 */
function refusalOverLimit(
  name: 'requests' | 'pages',
  address: string,
  answer: (error: AppError) => CallAnswer = errorAnswer,
): CallAnswer | null {
  try {
    takeIpAddressToken(name, address)
    return null
  } catch (error) {
    if (error instanceof AppError) return answer(error)
    throw error
  }
}

/**
 * Returns a function that makes the refusal of a request for this URL: in API v2's format for API v2's URL
 * (docs/contract.md#api-v2), else in the shop's own.
 */
const refuseFor =
  (url = '/') =>
  (error: AppError): CallAnswer =>
    protocolOf(url.replace(/\/?(\?.*)?$/s, ''))?.refuse(error) ?? errorAnswer(error)

type RequestOrigin = { address: string; dev?: boolean }

/**
 * Answers a request without Next.js if it is for the public API or the documentation as Markdown, if it exceeds a rate
 * limit, or if Next.js would answer it wrongly. Returns false if Next.js has to answer the request.
 */
export function answerBeforeNext(
  request: IncomingMessage,
  response: ServerResponse,
  { address, dev = false }: RequestOrigin,
): boolean {
  const limitRefusal = refusalOverLimit('requests', address, refuseFor(request.url))
  if (limitRefusal) return sendRefusal(response, limitRefusal)
  if (!normalizeRequest(request)) return sendRefusal(response, badPathAnswer())
  const url = request.url ?? '/'
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const method = request.method ?? 'GET'
  if (hasBrokenEscape(path)) return sendRefusal(response, badPathAnswer())
  const isMarkdown = markdownPaths.test(path) && (method === 'GET' || method === 'HEAD')
  const match = isMarkdown ? findCall('GET', path) : findResellerCall(method, path)
  if (match && 'call' in match) {
    void answerWithCall(match.call, request, response, address)
    return true
  }
  const refusal = refusalBeforeNext(method, path, dev)
  if (refusal) return sendRefusal(response, refusal)
  const pageLimitRefusal = isRendered(path) ? refusalOverLimit('pages', address) : null
  return pageLimitRefusal ? sendRefusal(response, asHtmlPage(pageLimitRefusal)) : false
}
