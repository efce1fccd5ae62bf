import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SourceKind } from '../labels.ts'

/**
 * Faults with which a stand-in handles a request:
 * - silent: does what was asked and never responds.
 * - unanswered: does nothing and never responds.
 * - cut: does what was asked and closes the connection.
 * - untaken: does nothing and closes the connection.
 * - 5xx: does nothing and responds with HTTP 503.
 * - html: does what was asked and responds with the error page of a gateway (HTTP 502).
 * - busy: does nothing and responds with HTTP 429.
 * - late: does what was asked and responds a second late.
 * - error: does nothing and responds with an error in the form of the deposit source.
 * - garbled: does what was asked and responds with incomplete JSON.
 * - huge: does what was asked and responds with two megabytes.
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

/** Any fault described above. `unanswered` isn't in `standInFaults`, because only tests that kill workers use it. */
export type StandInFault = (typeof standInFaults)[number] | 'unanswered'

/**
 * Kinds of requests to a stand-in. Kinds that aren't named like the adapter's method that sends them:
 * - job: starts the job whose rows `poll` reads.
 * - token: asks for a token.
 * - issue, correct: issue a receipt, or a correction of one.
 * - document: asks for the state of a receipt.
 * - view: asks for the address of a receipt's web page.
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
 * A transfer to the shop's account. `at`: when the bank books it, by default now. `amount` is in won. `remoteId`: id of
 * the payment at a deposit source that has a web page for each payment (Benta); by default that of the newest payment.
 */
export type Transfer = { name: string; amount: number; at?: Date; remoteId?: string }

/** A webhook that a stand-in sends to the shop, with header names in lower case. */
export type StandInWebhook = { headers: Record<string, string>; body: string }

/** What is wrong with a forged webhook. early: nothing is wrong, but nobody has paid yet. */
export type WebhookForgery =
  | 'wrong-key'
  | 'no-key'
  | 'wrong-account'
  | 'unknown-id'
  | 'changed-sum'
  | 'early'
  | 'unreadable'

/** A server that behaves like a deposit source, for tests. */
export type StandIn = {
  readonly kind: SourceKind
  readonly url: string
  /** Values of the connection's form that the stand-in accepts. */
  readonly values: Record<string, string>
  /** Values of the connection's form that the stand-in refuses. */
  readonly wrongValues: Record<string, string>
  /** True if the deposit source must know a charge before its deposit arrives. */
  readonly registersAhead: boolean
  /** Requests that the stand-in has received so far, oldest first, each with the fault that was used for it. */
  readonly requests: { requestKind: StandInRequestKind; fault: StandInFault | undefined }[]
  /** A function that a test may set. It chooses the fault for the next request of this kind; undefined for none. */
  faultOf: (requestKind: StandInRequestKind) => StandInFault | undefined
  /**
   * Makes money arrive on the account. The stand-in then reports it, by a webhook or when it is asked. But a stand-in
   * that looks only for registered charges doesn't report a transfer that fits none of them.
   */
  transfer(transfer: Transfer): void
  /**
   * Makes the stand-in report wrong data (`reported`) about the deposit of the charge with the name and amount in
   * `about`. Absent for a deposit source that reports the credits of the account as they are: for such a source, a
   * transfer with wrong data has the same effect.
   */
  misreport?(about: Transfer, reported: Partial<Transfer>): void
  /**
   * Webhooks that haven't been sent yet, oldest first. The caller removes them and sends them. Empty for a deposit
   * source without webhooks.
   */
  readonly webhooks: StandInWebhook[]
  /** True if the deposit source accepts this response to its webhook; otherwise it sends the webhook again. */
  accepts(answer: { status: number; text: string }): boolean
  /**
   * Returns a forged webhook about the charge with this name and amount; null if the deposit source's webhooks can't be
   * forged this way.
   */
  forge(forgery: WebhookForgery, about: { name: string; amount: number }): StandInWebhook | null
  /**
   * The registered charges whose deposits the stand-in is looking for; empty for a deposit source without
   * registrations.
   */
  registered(): readonly { name: string; amount: number }[]
  stop(): Promise<void>
}

/** A request to a stand-in. `path` is without the query. */
export type StandInRequest = {
  method: string
  path: string
  query: URLSearchParams
  header(name: string): string | undefined
  body: string
}

/** A response of a stand-in: by default HTTP 200 with JSON. */
export type StandInAnswer = { status?: number; type?: string; body: string }

/** How a stand-in handles requests. */
type Handler = {
  /** Kind of the request, by which `faultOf` chooses a fault. */
  requestKindOf(request: StandInRequest): StandInRequestKind
  /** Handles the request, and returns the response. */
  answer(request: StandInRequest): StandInAnswer
  /**
   * Response for the fault `error`: a refusal in the form of the deposit source, although nothing is wrong with the
   * request.
   */
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

/** Handles a request with this fault; correctly if `fault` is undefined. */
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
  const correctAnswer = answer()
  if (fault === 'silent') return
  if (fault === 'cut') return void response.destroy()
  if (fault === 'html') return void send(response, { status: 502, type: 'text/html', body: htmlPage })
  if (fault === 'garbled') return void send(response, { ...correctAnswer, status: 200, body: '{"status":"succ' })
  if (fault === 'huge')
    return void send(response, { ...correctAnswer, body: correctAnswer.body.padEnd(2 * 1_024 * 1_024, ' ') })
  if (fault === 'late') setTimeout(() => send(response, correctAnswer), LATE_MS).unref()
  else send(response, correctAnswer)
}

type Server = Pick<StandIn, 'url' | 'requests' | 'stop'>

/**
 * Starts the HTTP server of a stand-in on the loopback address, on a free port if `port` is 0. `faultOf` chooses the
 * fault for each request; undefined for none.
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
