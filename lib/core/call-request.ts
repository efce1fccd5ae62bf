import type { IncomingMessage } from 'node:http'
import { AppError } from './errors.ts'
import { messages } from './pipeline-messages.ts'

/**
 * Maximum size of a request's body in bytes, unless the call declares another; a larger body gets 413
 * (docs/contract.md#wire).
 */
const MAX_BODY_BYTES = 256 * 1_024

/**
 * A request in the form that the pipeline reads (lib/core/pipeline.ts), made from a Web request of Next or from a Node
 * request.
 */
export type CallRequest = {
  method: string
  /** Path without the query string, still percent-encoded. */
  path: string
  /** Query string without the question mark. */
  search: string
  /** A header by its name in lower case. */
  header(name: string): string | undefined
  /**
   * Reads the whole body.
   * @throws TOO_LARGE above `maxBytes` bytes, 256 KiB by default; BAD_INPUT if the connection breaks before the body
   * ends
   */
  body(maxBytes?: number): Promise<Buffer>
  /** IP address of the client. */
  address: string
}

async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  declared: string | null | undefined,
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer> {
  if (Number(declared) > maxBytes) throw new AppError('TOO_LARGE', messages.tooLarge)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw new AppError('TOO_LARGE', messages.tooLarge)
      parts.push(chunk)
    }
  } catch (error) {
    // Reading also fails if the client closes the connection in the middle of the body, which is no error of the
    // server.
    throw error instanceof AppError ? error : new AppError('BAD_INPUT', messages.malformed)
  }
  return Buffer.concat(parts)
}

/**
 * Makes a CallRequest from a Node request directly. Building a Web Request first would take as long as all the rest of
 * a call.
 */
export function callRequestFromNode(request: IncomingMessage, address: string): CallRequest {
  const url = request.url ?? '/'
  const at = url.indexOf('?')
  return {
    method: request.method ?? 'GET',
    path: at < 0 ? url : url.slice(0, at),
    search: at < 0 ? '' : url.slice(at + 1),
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body: (maxBytes) => readBody(request, request.headers['content-length'], maxBytes),
    address,
  }
}

/**
 * Header by which the HTTP entry passes the client's IP address to Next's handlers; it overwrites a header sent by the
 * client.
 */
export const CLIENT_IP_HEADER = 'x-peer-address'

/**
 * Makes a CallRequest from a Web request of Next. Leaves out Accept-Encoding: Next compresses a handler's response
 * itself, after removing its content-encoding, so a compressed response would be compressed twice.
 */
export function callRequestFromWeb(request: Request): CallRequest {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: url.pathname,
    search: url.search.slice(1),
    header: (name) => (name === 'accept-encoding' ? undefined : (request.headers.get(name) ?? undefined)),
    body: (maxBytes) => readBody(request.body ?? emptyBody(), request.headers.get('content-length'), maxBytes),
    address: request.headers.get(CLIENT_IP_HEADER) ?? '',
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
