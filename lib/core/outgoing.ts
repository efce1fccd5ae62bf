import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { refuseInTransaction } from './db.ts'
import { isPublicIpAddress, urlFault } from './is-public-address.ts'
import { measureWork } from './measure-work.ts'

export type OutgoingRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Timeout for the whole exchange, in milliseconds; 20 seconds by default. */
  timeout?: number
  /** Largest accepted response, in bytes; 2 MiB by default. */
  maxBytes?: number
  /**
   * True: reads only the first `maxBytes` bytes of the response. If the response breaks off or takes too long, returns
   * the bytes read so far. For requests of which only the status matters.
   */
  cut?: boolean
}

/**
 * Response of another server. `retryAfter`: seconds in its header Retry-After; null if the header is missing or
 * contains a date.
 */
export type OutgoingAnswer = { status: number; contentType: string; text: string; retryAfter: number | null }

/**
 * Why a request to another server got no usable response:
 * - REFUSED: not sent, because the address isn't allowed.
 * - UNREACHABLE: no connection.
 * - TIMED_OUT: no complete response in time.
 * - BROKEN: the connection was established, but failed later.
 * - TOO_LARGE: the response has more than `maxBytes` bytes.
 * - REDIRECTED: the response was a redirect, which is never followed.
 */
export type OutgoingFault = 'REFUSED' | 'UNREACHABLE' | 'TIMED_OUT' | 'BROKEN' | 'TOO_LARGE' | 'REDIRECTED'

/** Thrown if there is no usable response. Only `sent: false` guarantees that no byte of the request has arrived. */
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

export type ResolveHost = (host: string) => Promise<readonly { address: string; family: number }[]>

/**
 * Where requests of one kind (to providers, to webhooks and so on) may go: whether private addresses are allowed, and
 * how host names are resolved.
 */
export type AddressPolicy = {
  allowPrivate: boolean
  resolve: ResolveHost
  /** Kind of servers that are asked, such as `provider`: the label `to` of the requests in the metrics. */
  serverKind?: string
}

const resolveName: ResolveHost = (host) => lookup(host, { all: true })

/**
 * Policy that resolves host names by the operating system. Each kind of request has its own policy, so that allowing
 * private addresses for one kind doesn't allow them for the others.
 */
export const outgoingAddressPolicy = (allowPrivate: boolean, serverKind?: string): AddressPolicy => ({
  allowPrivate,
  resolve: resolveName,
  ...(serverKind !== undefined && { serverKind }),
})

async function allowedAddresses(host: string, { allowPrivate, resolve }: AddressPolicy) {
  const found = [...(await resolve(host))]
  // A host name with one private address among public ones is refused: the connection might use the private one.
  const banned = allowPrivate ? undefined : found.find(({ address }) => !isPublicIpAddress(address))
  if (banned) throw new OutgoingError('REFUSED', false, `${host} is at ${banned.address}`)
  if (found.length === 0) throw new OutgoingError('UNREACHABLE', false, `${host} has no address`)
  return found
}

/**
 * Makes the look-up function for the connection. It returns only addresses that it has checked; a second look-up of the
 * name could return others (DNS rebinding).
 */
const pinnedLookup =
  (policy: AddressPolicy): LookupFunction =>
  (host, options, done) => {
    allowedAddresses(host, policy).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => done(error, ''),
    )
  }

/** State of a request that is being sent: `sent` is true once bytes of it may have reached the server. */
type Exchange = { sent: boolean }

/** Marks the exchange as sent once the connection is established (`ready`), since bytes may be sent from then on. */
function watchSending(request: http.ClientRequest, exchange: Exchange, ready: string): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) exchange.sent = true
    socket.once(ready, () => {
      exchange.sent = true
    })
  })
}

async function readText(answer: http.IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new OutgoingError('TOO_LARGE', true, `more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads the first `maxBytes` bytes of a response, or as many as come in time, and closes the connection. */
async function readBeginning(answer: http.IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let left = maxBytes
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) break
    }
  } catch {
    // The status is known already; the bytes read so far are returned.
  }
  answer.destroy()
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads the seconds of a Retry-After header; null if the header is missing or contains a date. */
const secondsIn = (retryAfter: string): number | null => (/^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null)

function openExchange(request: OutgoingRequest, policy: AddressPolicy, signal: AbortSignal, exchange: Exchange) {
  const url = new URL(request.url)
  const secure = url.protocol === 'https:'
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const outgoing = (secure ? https : http).request(url, {
      method: request.method ?? 'POST',
      headers: {
        'accept-encoding': 'identity',
        ...request.headers,
        'content-length': Buffer.byteLength(request.body ?? ''),
      },
      agent: false,
      signal,
      lookup: pinnedLookup(policy),
    })
    watchSending(outgoing, exchange, secure ? 'secureConnect' : 'connect')
    outgoing.on('response', resolve).on('error', reject).end(request.body)
  })
}

function outgoingErrorOf(error: unknown, timedOut: boolean, { sent }: Exchange): OutgoingError {
  if (error instanceof OutgoingError) return error
  const detail = error instanceof Error ? error.message : String(error)
  if (timedOut) return new OutgoingError('TIMED_OUT', sent, detail)
  return new OutgoingError(sent ? 'BROKEN' : 'UNREACHABLE', sent, detail)
}

/**
 * Sends a request to another server, whose URL may have been entered by a user. The URL must have https and a public
 * address, unless the policy allows private ones. Never follows redirects.
 * @throws OutgoingError; Error inside a database transaction
 */
export function sendOutside(request: OutgoingRequest, policy: AddressPolicy): Promise<OutgoingAnswer> {
  return measureWork({ kind: 'outgoing', to: policy.serverKind ?? 'other' }, () => sendOnce(request, policy))
}

async function sendOnce(request: OutgoingRequest, policy: AddressPolicy): Promise<OutgoingAnswer> {
  refuseInTransaction()
  const fault = urlFault(request.url, policy.allowPrivate)
  if (fault) throw new OutgoingError('REFUSED', false, fault)
  const exchange: Exchange = { sent: false }
  const signal = AbortSignal.timeout(request.timeout ?? 20_000)
  try {
    const answer = await openExchange(request, policy, signal, exchange)
    const status = answer.statusCode ?? 0
    if (status >= 300 && status < 400) {
      answer.destroy()
      throw new OutgoingError('REDIRECTED', true, `answered ${status}`)
    }
    const read = request.cut ? readBeginning : readText
    const text = await read(answer, request.maxBytes ?? 2 * 1024 * 1024)
    const { 'content-type': contentType = '', 'retry-after': retryAfter = '' } = answer.headers
    return { status, contentType, text, retryAfter: secondsIn(retryAfter) }
  } catch (error) {
    throw outgoingErrorOf(error, signal.aborted, exchange)
  }
}
