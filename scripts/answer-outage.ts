import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { RETRY_AFTER_SECONDS, wasOutageNotedRecently } from '#lib/core/outage.ts'

const TITLE = '지금은 상점을 열 수 없어요'
const TEXT =
  '잠시 후 다시 시도해 주세요. 주문이나 충전을 하던 중이었다면, 다시 하기 전에 내역에서 접수됐는지 확인해 주세요.'

/** The page public/offline.html, with the text for a shop whose database can't be reached. */
const outagePage = Buffer.from(
  readFileSync(join(import.meta.dirname, '../public/offline.html'), 'utf8')
    .replace(/(<title>)[^<]*/, `$1${TITLE}`)
    .replace(/(<h1>)[^<]*/, `$1${TITLE}`)
    .replace(/(<p>)[^<]*/, `$1${TEXT}`),
)

/**
 * Changes a response with status 500 to a 503 with Retry-After if a page could not be rendered because the database
 * failed (docs/contract.md#wire). Replaces Next.js' document, which is empty until its scripts have run, by a page with
 * a Korean text. For a navigation inside the app (header `rsc`) it sends Next.js' body unchanged, because Next.js' client
 * reads it. Call it before the response is compressed.
 */
export function answerOutageAs503(request: IncomingMessage, response: ServerResponse): void {
  type Send<T> = (...args: unknown[]) => T
  const writeHead = response.writeHead.bind(response) as Send<ServerResponse>
  const write = response.write.bind(response) as Send<boolean>
  const end = response.end.bind(response) as Send<ServerResponse>
  let isReplaced = false
  const overrides = {
    writeHead(status: number, ...more: unknown[]) {
      if (status !== 500 || !wasOutageNotedRecently()) return writeHead(status, ...more)
      response.setHeader('retry-after', RETRY_AFTER_SECONDS)
      response.statusMessage = ''
      isReplaced = !request.headers.rsc && String(response.getHeader('content-type')).startsWith('text/html')
      if (!isReplaced) return writeHead(503, ...more)
      for (const name of ['content-encoding', 'transfer-encoding', 'etag', 'link']) response.removeHeader(name)
      response.setHeader('content-length', outagePage.length)
      return writeHead(503)
    },
    write: (...args: unknown[]) => (isReplaced ? true : write(...args)),
    end(...args: unknown[]) {
      if (!response.headersSent && response.statusCode === 500) response.writeHead(500)
      return isReplaced ? end(outagePage) : end(...args)
    },
  }
  Object.assign(response, overrides)
}
