import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SourceKind } from '../labels.ts'

/**
 * How a stand-in mistreats a request. silent: it does what was asked and never answers. unanswered: it does nothing and
 * never answers. cut: it does it and closes the
 * connection. untaken: it closes the connection and does nothing. 5xx: it does nothing and answers 503. html: it does
 * what was asked and answers with a page of a gateway. busy: it does nothing and asks to wait. late: it answers a
 * second late. error: it refuses with an error of its own kind, as the service words it, whatever the status. garbled: it
 * does what was asked and answers 200 with the half of an answer. huge: it does what was asked and answers with two
 * megabytes.
 */
export const standInFaults = [
  'silent',
  'cut',
  'untaken',
  '5xx',
  'html',
  'busy',
  'late',
  'error',
  'garbled',
  'huge',
] as const

/** `unanswered` is for tests that kill workers: other sources are asked anyway. */
export type StandInFault = (typeof standInFaults)[number] | 'unanswered'

/**
 * What a request to a stand-in asks for. job: that it begins to fetch what `poll` then reads. issue, correct: that it issues a
 * receipt, or a correction of one. document: what became of it. view: the address of its page.
 */
export type StandInVerb =
  | 'check'
  | 'register'
  | 'withdraw'
  | 'ask'
  | 'job'
  | 'poll'
  | 'reconcile'
  | 'token'
  | 'issue'
  | 'correct'
  | 'document'
  | 'view'

/**
 * A transfer to the shop's account; `at` is when the bank books it, now by default. `amount` is in won. `remoteId` is the
 * service's id of the payment at whose page it was made, for a service that shows payers one; absent for the newest.
 */
export type Transfer = { name: string; amount: number; at?: Date; remoteId?: string }

/** A webhook that a stand-in sends to the shop, with header names in lower case. */
export type StandInWebhook = { headers: Record<string, string>; body: string }

/** How a forged webhook differs from one of the service. early: it is right, but nobody has paid yet. */
export type Forgery = 'wrong-key' | 'no-key' | 'wrong-account' | 'unknown-id' | 'changed-sum' | 'early' | 'unreadable'

export type StandIn = {
  readonly kind: SourceKind
  readonly url: string
  /** Values of the connection's form that the stand-in accepts, and others that it refuses. */
  readonly values: Record<string, string>
  readonly wrongValues: Record<string, string>
  /** True if the service must know a charge before its deposit arrives. */
  readonly registersAhead: boolean
  /** Requests so far, oldest first. */
  readonly requests: { verb: StandInVerb; fault: StandInFault | undefined }[]
  /** The fault with which the next request of this kind is answered; undefined if it is answered well. */
  faultOf: (verb: StandInVerb) => StandInFault | undefined
  /** Money arrives on the account. The service reports it in its own way, but not what it doesn't look for. */
  transfer(transfer: Transfer): void
  /**
   * The service says something else than what was transferred when it is asked about the deposit of this charge. Absent
   * for a service that reports every credit of the account as it is: there a transfer of such data says the same.
   */
  misreport?(about: Transfer, reported: Partial<Transfer>): void
  /** Webhooks not sent yet, oldest first; the caller takes them away by sending them. Empty for a service without. */
  readonly webhooks: StandInWebhook[]
  /** True if the service takes this answer for a success; else it sends the webhook again, up to three times. */
  accepts(answer: { status: number; text: string }): boolean
  /** A webhook about this charge's order that the service never sent; null if it has no such one. */
  forge(forgery: Forgery, about: { name: string; amount: number }): StandInWebhook | null
  /** Names of the charges that the service looks for now, of a service that registers ahead. */
  registered(): readonly { name: string; amount: number }[]
  stop(): Promise<void>
}

/** A request to a stand-in. `path` has no query. */
export type StandInRequest = {
  method: string
  path: string
  query: URLSearchParams
  header(name: string): string | undefined
  body: string
}

export type StandInAnswer = { status?: number; type?: string; body: string }

type Handler = {
  /** The kind of the request, by which `faultOf` chooses a fault. */
  verbOf(request: StandInRequest): StandInVerb
  /** Does what the request asks for and returns the answer. */
  answer(request: StandInRequest): StandInAnswer
  /** Answer for the fault `error`: a refusal as the service words it, although nothing is wrong with the request. */
  error(verb: StandInVerb): StandInAnswer
}

const htmlPage = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>'

const LATE_MS = 1_000

async function readRequest(request: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const url = new URL(request.url ?? '/', 'http://stand-in')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

function send(response: ServerResponse, { status = 200, type = 'application/json', body }: StandInAnswer): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

function sendWithFault(
  response: ServerResponse,
  fault: StandInFault | undefined,
  { answer, error }: { answer: () => StandInAnswer; error: () => StandInAnswer },
): void {
  if (fault === 'unanswered') return
  if (fault === 'untaken') return void response.destroy()
  if (fault === '5xx') return void send(response, { status: 503, type: 'text/html', body: htmlPage })
  if (fault === 'busy') return void send(response, { status: 429, body: '{}' })
  if (fault === 'error') return void send(response, error())
  const done = answer()
  if (fault === 'silent') return
  if (fault === 'cut') return void response.destroy()
  if (fault === 'html') return void send(response, { status: 502, type: 'text/html', body: htmlPage })
  if (fault === 'garbled') return void send(response, { ...done, status: 200, body: '{"status":"succ' })
  if (fault === 'huge') return void send(response, { ...done, body: done.body.padEnd(2 * 1_024 * 1_024, ' ') })
  if (fault === 'late') setTimeout(() => send(response, done), LATE_MS).unref()
  else send(response, done)
}

type Server = Pick<StandIn, 'url' | 'requests' | 'stop'>

/**
 * Starts the HTTP server of a stand-in on this machine, on a free port unless one is given. `faultOf` returns the
 * fault, if any, with which the request is answered.
 */
export async function startStandInServer(
  handler: Handler,
  faultOf: (verb: StandInVerb) => StandInFault | undefined,
  port = 0,
): Promise<Server> {
  const requests: StandIn['requests'] = []
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming)
    const verb = handler.verbOf(request)
    const fault = faultOf(verb)
    requests.push({ verb, fault })
    sendWithFault(response, fault, { answer: () => handler.answer(request), error: () => handler.error(verb) })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
