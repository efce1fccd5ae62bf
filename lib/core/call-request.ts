import type { IncomingMessage } from 'node:http'
import { AppError } from './errors.ts'
import { messages } from './pipeline-messages.ts'

/** Largest body by default; more answers 413 (docs/contract.md#wire). */
const MOST_BYTES = 256 * 1_024

/** What the pipeline needs of a request, whether it came through Next or straight from the socket. */
export type CallRequest = {
  method: string
  path: string
  search: string
  header(name: string): string | undefined
  /** The whole body; throws TOO_LARGE past `most` bytes, 256 KiB unless said. */
  body(most?: number): Promise<Buffer>
  address: string
}

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  declared: string | null | undefined,
  most = MOST_BYTES,
): Promise<Buffer> {
  if (Number(declared) > most) throw new AppError('TOO_LARGE', messages.tooLarge)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > most) throw new AppError('TOO_LARGE', messages.tooLarge)
      parts.push(chunk)
    }
  } catch (error) {
    // A connection that ends in the middle of the body is no fault of the server.
    throw error instanceof AppError ? error : new AppError('BAD_INPUT', messages.malformed)
  }
  return Buffer.concat(parts)
}

/** Wraps a Node request. No Request object is built: that alone is half the cost of a call. */
export function fromNode(request: IncomingMessage, address: string): CallRequest {
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
    body: (most) => collect(request, request.headers['content-length'], most),
    address,
  }
}

/** The header in which the entry tells Next's handlers the caller's address; it overwrites what a client sends. */
export const ADDRESS_HEADER = 'x-peer-address'

/**
 * Wraps a Web request from Next. Accept-Encoding is dropped: Next discards the content-encoding of a handler's answer
 * and compresses by itself, so a compressed answer would be compressed twice.
 */
export function fromWeb(request: Request): CallRequest {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: url.pathname,
    search: url.search.slice(1),
    header: (name) => (name === 'accept-encoding' ? undefined : (request.headers.get(name) ?? undefined)),
    body: (most) => collect(request.body ?? emptyBody(), request.headers.get('content-length'), most),
    address: request.headers.get(ADDRESS_HEADER) ?? '',
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
