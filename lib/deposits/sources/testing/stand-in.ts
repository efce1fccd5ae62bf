import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SourceKind } from '../labels.ts'

/**
 * Faults of a stand-in's answer to a request:
 * - silent: does what was asked and never answers.
 * - unanswered: does nothing and never answers.
 * - cut: does what was asked and closes the connection.
 * - untaken: does nothing and closes the connection.
 * - 5xx: does nothing and answers 503.
 * - html: does what was asked and answers with a page of a gateway.
 * - busy: does nothing and asks to wait.
 * - late: answers a second late.
 * - error: refuses with the service's own kind of error, whatever its status.
 * - garbled: does what was asked and answers 200 with half of the answer.
 * - huge: does what was asked and answers with two megabytes.
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

/** `unanswered` isn't in the list, because only tests that kill workers use it. */
export type StandInFault = (typeof standInFaults)[number] | 'unanswered'

/**
 * Kinds of requests to a stand-in. job: to start fetching what `poll` then reads. issue, correct: to issue a receipt,
 * or a correction of one. document: for the state of a receipt. view: for the address of its page.
 */
export type StandInRequestKind =
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
 * A transfer to the shop's account; `at` is when the bank books it, by default now. `amount` is in won. `remoteId`: the
 * service's id of the payment on whose page it was made, for services with such pages; by default the newest.
 */
export type Transfer = { name: string; amount: number; at?: Date; remoteId?: string }

/** A webhook that a stand-in sends to the shop, with header names in lower case. */
export type StandInWebhook = { headers: Record<string, string>; body: string }

/** What is wrong with a forged webhook. early: it is correct, but nobody has paid yet. */
export type Forgery = 'wrong-key' | 'no-key' | 'wrong-account' | 'unknown-id' | 'changed-sum' | 'early' | 'unreadable'

export type StandIn = {
  readonly kind: SourceKind
  readonly url: string
  /** `values`: values of the connection's form that the stand-in accepts; `wrongValues`: values that it refuses. */
  readonly values: Record<string, string>
  readonly wrongValues: Record<string, string>
  /** True if the service must know a charge before its deposit arrives. */
  readonly registersAhead: boolean
  /** Requests so far, oldest first. */
  readonly requests: { requestKind: StandInRequestKind; fault: StandInFault | undefined }[]
  /** Chooses the fault of the next request of this kind; undefined if it is answered correctly. */
  faultOf: (requestKind: StandInRequestKind) => StandInFault | undefined
  /**
   * Lets money arrive on the account. The service reports it in its own way, unless it looks only for registered
   * charges and this isn't one.
   */
  transfer(transfer: Transfer): void
  /**
   * Makes the service report other data than those transferred when it is asked about the deposit of this charge.
   * Absent for a service that reports the credits of the account as they are: for these, a transfer with such data has
   * the same effect.
   */
  misreport?(about: Transfer, reported: Partial<Transfer>): void
  /**
   * Webhooks that haven't been sent yet, oldest first; the caller removes them and sends them. Empty for a service
   * without webhooks.
   */
  readonly webhooks: StandInWebhook[]
  /** True if the service counts this answer as a success; otherwise it sends the webhook again, up to three times. */
  accepts(answer: { status: number; text: string }): boolean
  /**
   * A webhook about this charge's order that the service never sent; null if this forgery doesn't exist for the
   * service.
   */
  forge(forgery: Forgery, about: { name: string; amount: number }): StandInWebhook | null
  /** The charges that a service with registrations is looking for now. */
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
  /** Kind of the request, by which `faultOf` chooses a fault. */
  requestKindOf(request: StandInRequest): StandInRequestKind
  /** Does what the request asks for and returns the answer. */
  answer(request: StandInRequest): StandInAnswer
  /** Answer for the fault `error`: a refusal as the service words it, although nothing is wrong with the request. */
  error(requestKind: StandInRequestKind): StandInAnswer
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
 * Starts the HTTP server of a stand-in on this computer, on a free port unless one is given. `faultOf` chooses the
 * fault of each answer, if any.
 */
export async function startStandInServer(
  handler: Handler,
  faultOf: (requestKind: StandInRequestKind) => StandInFault | undefined,
  port = 0,
): Promise<Server> {
  const requests: StandIn['requests'] = []
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming)
    const requestKind = handler.requestKindOf(request)
    const fault = faultOf(requestKind)
    requests.push({ requestKind, fault })
    sendWithFault(response, fault, { answer: () => handler.answer(request), error: () => handler.error(requestKind) })
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
