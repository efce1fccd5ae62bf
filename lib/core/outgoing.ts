import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { refuseInTransaction } from './db.ts'
import { addressFault, isPublicAddress } from './is-public-address.ts'

export type OutgoingRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Timeout for the whole exchange, in milliseconds. */
  timeout?: number
  /** Largest accepted answer, in bytes. */
  most?: number
}

export type OutgoingAnswer = { status: number; contentType: string; text: string }

/** REFUSED: not attempted. UNREACHABLE: no connection. The others: during or after sending. */
export type OutgoingFault = 'REFUSED' | 'UNREACHABLE' | 'TIMED_OUT' | 'BROKEN' | 'TOO_LARGE' | 'REDIRECTED'

/** Thrown if there is no usable answer. Only `sent: false` guarantees that no byte of the request has arrived. */
export class OutgoingError extends Error {
  readonly fault: OutgoingFault
  readonly sent: boolean

  constructor(fault: OutgoingFault, sent: boolean, detail: string) {
    super(`${fault}: ${detail}`)
    this.name = 'OutgoingError'
    this.fault = fault
    this.sent = sent
  }
}

export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

/** Policy for one kind of request: whether private addresses are allowed, and how host names are resolved. */
export type Reach = { allowPrivate: boolean; resolve: Resolve }

const resolveName: Resolve = (host) => lookup(host, { all: true })

/**
 * Policy with the system's resolver. Each kind of request has its own, so that a switch allows private addresses for
 * one kind only.
 */
export const reachOf = (allowPrivate: boolean): Reach => ({ allowPrivate, resolve: resolveName })

async function allowedAddresses(host: string, { allowPrivate, resolve }: Reach) {
  const found = [...(await resolve(host))]
  // One private address among public ones rejects the name: the connection might use any of them.
  const banned = allowPrivate ? undefined : found.find(({ address }) => !isPublicAddress(address))
  if (banned) throw new OutgoingError('REFUSED', false, `${host} is at ${banned.address}`)
  if (found.length === 0) throw new OutgoingError('UNREACHABLE', false, `${host} has no address`)
  return found
}

/**
 * DNS look-up used by the connection itself, so that it connects to exactly the addresses that were checked (no DNS
 * rebinding).
 */
const pinnedLookup =
  (reach: Reach): LookupFunction =>
  (host, options, done) => {
    allowedAddresses(host, reach).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => done(error, ''),
    )
  }

type Exchange = { sent: boolean }

/** Marks the exchange as sent once the handshake is complete, since bytes may have been sent from then on. */
function watchSending(request: http.ClientRequest, exchange: Exchange, ready: string): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) exchange.sent = true
    socket.once(ready, () => {
      exchange.sent = true
    })
  })
}

async function readText(answer: http.IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new OutgoingError('TOO_LARGE', true, `more than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function open(wanted: OutgoingRequest, reach: Reach, signal: AbortSignal, exchange: Exchange) {
  const url = new URL(wanted.url)
  const secure = url.protocol === 'https:'
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (secure ? https : http).request(url, {
      method: wanted.method ?? 'POST',
      headers: {
        'accept-encoding': 'identity',
        ...wanted.headers,
        'content-length': Buffer.byteLength(wanted.body ?? ''),
      },
      agent: false,
      signal,
      lookup: pinnedLookup(reach),
    })
    watchSending(request, exchange, secure ? 'secureConnect' : 'connect')
    request.on('response', resolve).on('error', reject).end(wanted.body)
  })
}

function faultFrom(error: unknown, timedOut: boolean, { sent }: Exchange): OutgoingError {
  if (error instanceof OutgoingError) return error
  const detail = error instanceof Error ? error.message : String(error)
  if (timedOut) return new OutgoingError('TIMED_OUT', sent, detail)
  return new OutgoingError(sent ? 'BROKEN' : 'UNREACHABLE', sent, detail)
}

/**
 * Sends a request to a URL entered by a user. Requires https and a public address unless the policy allows others, and
 * never follows redirects.
 * @throws OutgoingError
 */
export async function sendOutside(wanted: OutgoingRequest, reach: Reach): Promise<OutgoingAnswer> {
  refuseInTransaction()
  const fault = addressFault(wanted.url, reach.allowPrivate)
  if (fault) throw new OutgoingError('REFUSED', false, fault)
  const exchange: Exchange = { sent: false }
  const signal = AbortSignal.timeout(wanted.timeout ?? 20_000)
  try {
    const answer = await open(wanted, reach, signal, exchange)
    const status = answer.statusCode ?? 0
    if (status >= 300 && status < 400) {
      answer.destroy()
      throw new OutgoingError('REDIRECTED', true, `answered ${status}`)
    }
    const text = await readText(answer, wanted.most ?? 2 * 1024 * 1024)
    return { status, contentType: answer.headers['content-type'] ?? '', text }
  } catch (error) {
    throw faultFrom(error, signal.aborted, exchange)
  }
}
