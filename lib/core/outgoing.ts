import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { refuseInTransaction } from './db.ts'
import { addressFault, isPublicAddress } from './public-address.ts'

export type OutgoingRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Time-out for the whole answer, in milliseconds. */
  timeout?: number
  /** Largest answer that is read, in bytes. */
  most?: number
}

export type OutgoingAnswer = { status: number; contentType: string; text: string }

/** REFUSED: never tried. UNREACHABLE: no connection. The others: during or after sending. */
export type OutgoingFault = 'REFUSED' | 'UNREACHABLE' | 'TIMED_OUT' | 'BROKEN' | 'TOO_LARGE' | 'REDIRECTED'

/** An exchange without a usable answer. Only `sent: false` says that nothing of the request can have arrived. */
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

/** Policy of one kind of use: whether private addresses are allowed, and how names are resolved. */
export type Reach = { allowPrivate: boolean; resolve: Resolve }

const resolveName: Resolve = (host) => lookup(host, { all: true })

/** The policy of one kind of use, with the system's resolver. Each use names its own: a switch opens one kind only. */
export const reachOf = (allowPrivate: boolean): Reach => ({ allowPrivate, resolve: resolveName })

async function allowedAddresses(host: string, { allowPrivate, resolve }: Reach) {
  const found = [...(await resolve(host))]
  // One private address among public ones rejects the name: we don't control which of them a connection uses.
  const banned = allowPrivate ? undefined : found.find(({ address }) => !isPublicAddress(address))
  if (banned) throw new OutgoingError('REFUSED', false, `${host} is at ${banned.address}`)
  if (found.length === 0) throw new OutgoingError('UNREACHABLE', false, `${host} has no address`)
  return found
}

/** DNS look-up of the connection itself: it connects to exactly the addresses that were checked (no DNS rebinding). */
const pinnedLookup =
  (reach: Reach): LookupFunction =>
  (host, options, done) => {
    allowedAddresses(host, reach).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => done(error, ''),
    )
  }

type Exchange = { sent: boolean }

/** Once the handshake is complete, bytes may have been sent. */
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
 * Sends a request to an address that somebody typed. https and public only unless the policy of this use says otherwise,
 * and never on to where an answer points.
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
