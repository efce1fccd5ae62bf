import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SignedWebhook, signWebhook } from './sign-webhook.ts'

// Behaves as the documentation of PortOne's V2 API says (docs/sources.md#portone). A payment is made in a window that
// only the browser sees. GET asks about the payment, and POST with an Idempotency-Key cancels it. Webhooks follow
// Standard Webhooks.

/**
 * Faults of the stand-in's response to a request:
 * - silent: carries the request out and never responds.
 * - cut: carries the request out and closes the connection.
 * - untaken: does nothing and closes the connection.
 * - 5xx: does nothing and responds with status 503.
 * - html: carries the request out and responds with an error page of a gateway.
 * - busy: does nothing and responds that it is too busy.
 * - garbled: carries the request out and sends only half of the response.
 * - key: does nothing and refuses the API key.
 * - late: closes the connection, and carries the request out only when `carryOutLate` is called, if ever.
 */
export const portoneFaults = ['silent', 'cut', 'untaken', '5xx', 'html', 'busy', 'garbled', 'key', 'late'] as const

export type PortoneFault = (typeof portoneFaults)[number]

type Cancellation = { id: string; status: 'SUCCEEDED' | 'REQUESTED' | 'FAILED'; totalAmount: number; reason: string }

type Payment = {
  id: string
  status: 'READY' | 'VIRTUAL_ACCOUNT_ISSUED' | 'PAID' | 'PARTIAL_CANCELLED' | 'CANCELLED' | 'FAILED'
  storeId: string
  channel: { type: string; key: string }
  currency: string
  total: number
  method: object
  cancellations: Cancellation[]
}

/** How a payment made in PortOne's payment window differs from the payment that the shop requested. */
export type PaymentDifferences = {
  total?: number
  currency?: string
  storeId?: string
  channelKey?: string
  live?: boolean
}

/** Values of the fields of a connection to this stand-in. */
export const portoneValues = {
  environment: 'TEST',
  storeId: 'store-stand-in-0001',
  channelKey: 'channel-key-stand-in-0001',
  apiSecret: 'stand-in-api-secret-0001',
  webhookSecret: `whsec_${Buffer.from('stand-in-webhook-secret-0001').toString('base64')}`,
}

type Answer = { status?: number; type?: string; body: string; location?: string }

const json = (body: unknown, status = 200): Answer => ({ status, body: JSON.stringify(body) })
const refusal = (type: string, status: number): Answer => json({ type, message: `stand-in: ${type}` }, status)

const cancelledPointsOf = ({ cancellations }: Payment): number =>
  cancellations.reduce((sum, each) => sum + (each.status === 'SUCCEEDED' ? each.totalAmount : 0), 0)

const virtualAccount = (dueAt: Date) => ({
  type: 'PaymentMethodVirtualAccount',
  bank: 'KOOKMIN',
  accountNumber: '12345678901234',
  remitteeName: '포트원',
  expiredAt: dueAt.toISOString(),
})

const answerOf = ({ total, ...payment }: Payment): Answer =>
  json({
    ...payment,
    transactionId: payment.id,
    amount: {
      total,
      taxFree: 0,
      discount: 0,
      paid: total,
      cancelled: cancelledPointsOf({ total, ...payment }),
      cancelledTaxFree: 0,
    },
  })

type CancelBody = { amount?: number; currentCancellableAmount?: number; reason: string }

/** Cancels a payment or a part of it. Refuses in the cases in which PortOne would. */
function cancel(
  payment: Payment | undefined,
  { amount, currentCancellableAmount, reason }: CancelBody,
  mode: CancelMode,
): Answer {
  if (!payment) return refusal('PAYMENT_NOT_FOUND', 404)
  if (payment.status === 'CANCELLED') return refusal('PAYMENT_ALREADY_CANCELLED', 409)
  if (payment.status !== 'PAID' && payment.status !== 'PARTIAL_CANCELLED') return refusal('PAYMENT_NOT_PAID', 409)
  const cancellable = payment.total - cancelledPointsOf(payment)
  const wanted = amount ?? cancellable
  if (currentCancellableAmount !== undefined && currentCancellableAmount !== cancellable)
    return refusal('CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN', 409)
  if (wanted > cancellable) return refusal('CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT', 409)
  if (mode === 'REFUSE') return refusal('PG_PROVIDER', 502)
  const status = mode === 'LATER' ? 'REQUESTED' : 'SUCCEEDED'
  const cancellation: Cancellation = { id: randomUUID(), status, totalAmount: wanted, reason }
  payment.cancellations.push(cancellation)
  if (status === 'SUCCEEDED') payment.status = wanted === cancellable ? 'CANCELLED' : 'PARTIAL_CANCELLED'
  return json({ cancellation })
}

/**
 * What happens to requested cancellations. NOW: they are carried out at once. LATER: they are carried out later, as by
 * some of the payment services that PortOne uses. REFUSE: the payment service refuses them.
 */
export type CancelMode = 'NOW' | 'LATER' | 'REFUSE'

export type PortoneStandIn = {
  readonly url: string
  readonly values: typeof portoneValues
  /** Received requests, oldest first. */
  readonly requests: { verb: 'ask' | 'cancel'; paymentId: string; key: string | undefined }[]
  faultOf: (verb: 'ask' | 'cancel') => PortoneFault | undefined
  /** If set, all responses wait for this promise. */
  held: Promise<void> | null
  cancelMode: CancelMode
  /**
   * True if the list of a payment's cancellations contains the shop's reason for each. Some payment services replace
   * the reason.
   */
  keepsReasons: boolean
  /** Webhooks that haven't been sent yet, oldest first; the caller removes them and sends them. */
  readonly webhooks: SignedWebhook[]
  /** Lets a member pay in the payment window. */
  pay(paymentId: string, won: number, otherwise?: PaymentDifferences): void
  /** Issues a virtual account to a member. It expires at `dueAt`. */
  issue(paymentId: string, won: number, dueAt?: Date): void
  /** Cancels the payment, or a part of it, in PortOne's own console. */
  cancelInConsole(paymentId: string, won?: number): void
  /**
   * Lets the payment service carry out (SUCCEEDED) or refuse (FAILED) the cancellations of a payment that it had only
   * accepted.
   */
  finishCancellations(paymentId: string, status: 'SUCCEEDED' | 'FAILED'): void
  /** Carries out a cancellation whose request had the fault 'late', even if a later request for it was refused. */
  carryOutLate(paymentId: string): void
  /** Amount cancelled of a payment, in won, and the number of cancellations. */
  cancelled(paymentId: string): { won: number; times: number }
  stop(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status = 200, type = 'application/json', body, location }: Answer): void {
  response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
}

const gatewayPage: Answer = { status: 502, type: 'text/html', body: '<!doctype html><h1>502 Bad Gateway</h1>' }

function sendWithFault(response: ServerResponse, fault: PortoneFault | undefined, answer: () => Answer): void {
  if (fault === 'untaken' || fault === 'late') response.destroy()
  else if (fault === '5xx') send(response, { ...gatewayPage, status: 503 })
  else if (fault === 'busy') send(response, refusal('TOO_MANY_REQUESTS', 429))
  else if (fault === 'key') send(response, refusal('UNAUTHORIZED', 401))
  else sendDone(response, fault, answer())
}

/** Sends the response to a request that was carried out, changed by this fault. */
function sendDone(response: ServerResponse, fault: PortoneFault | undefined, done: Answer): void {
  if (fault === 'silent') return
  if (fault === 'cut') response.destroy()
  else if (fault === 'html') send(response, gatewayPage)
  else if (fault === 'garbled') send(response, { status: 200, body: done.body.slice(0, done.body.length / 2) })
  else send(response, done)
}

const payPage = (query: URLSearchParams): string => {
  const field = (name: string) => encodeURIComponent(query.get(name) ?? '')
  const link = (act: string) =>
    `/paid?act=${act}&${['paymentId', 'amount', 'redirectUrl'].map((name) => `${name}=${field(name)}`).join('&')}`
  return `<!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>시험 결제창</title>
<h1>시험 결제창</h1><p>${Number(query.get('amount') ?? 0).toLocaleString('ko-KR')}원</p>
<p><a href="${link('pay')}">결제하기</a></p><p><a href="${link('issue')}">가상계좌 받기</a></p><p><a href="${link('stop')}">그만두기</a></p></html>`
}

/** Starts a stand-in for PortOne on this port. Port 0 stands for any free port. */
export async function startPortoneStandIn({ port = 0 }: { port?: number } = {}): Promise<PortoneStandIn> {
  const payments = new Map<string, Payment>()
  const answersByKey = new Map<string, Answer>()
  const lateRequests = new Map<string, CancelBody>()

  function report(type: string, paymentId: string): void {
    const data = { paymentId, storeId: portoneValues.storeId, transactionId: paymentId }
    const body = JSON.stringify({ type: `Transaction.${type}`, timestamp: new Date().toISOString(), data })
    standIn.webhooks.push(signWebhook(body, { secret: portoneValues.webhookSecret }))
  }

  function add(
    id: string,
    total: number,
    status: Payment['status'],
    otherwise: PaymentDifferences,
    method: object,
  ): void {
    const { storeId = portoneValues.storeId, channelKey = portoneValues.channelKey, live = false } = otherwise
    payments.set(id, {
      ...{ id, status, storeId, method, currency: otherwise.currency ?? 'KRW', total: otherwise.total ?? total },
      channel: { type: live ? 'LIVE' : 'TEST', key: channelKey },
      cancellations: payments.get(id)?.cancellations ?? [],
    })
  }

  function cancelOnce(paymentId: string, key: string | undefined, body: CancelBody): Answer {
    const first = key === undefined ? undefined : answersByKey.get(key)
    if (first) return first
    const reported = standIn.keepsReasons ? body : { ...body, reason: '관리자 취소' }
    const answer = cancel(payments.get(paymentId), reported, standIn.cancelMode)
    if (key !== undefined) answersByKey.set(key, answer)
    if ((answer.status ?? 200) === 200) {
      const isWhole = payments.get(paymentId)?.status === 'CANCELLED'
      report(standIn.cancelMode === 'LATER' ? 'CancelPending' : isWhole ? 'Cancelled' : 'PartialCancelled', paymentId)
    }
    return answer
  }

  function visit(url: URL): Answer {
    if (url.pathname === '/pay') return { type: 'text/html; charset=utf-8', body: payPage(url.searchParams) }
    const [id, amount] = [url.searchParams.get('paymentId') ?? '', Number(url.searchParams.get('amount'))]
    const act = url.searchParams.get('act')
    if (act === 'pay') standIn.pay(id, amount)
    if (act === 'issue') standIn.issue(id, amount)
    return { status: 303, body: '', location: url.searchParams.get('redirectUrl') ?? '/' }
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const body = await bodyOf(request)
    if (url.pathname === '/pay' || url.pathname === '/paid') return send(response, visit(url))
    const [, id = '', isCancel] = /^\/payments\/([^/]+)(\/cancel)?$/.exec(url.pathname) ?? []
    const verb = isCancel ? 'cancel' : 'ask'
    const key = String(request.headers['idempotency-key'] ?? '').replaceAll('"', '') || undefined
    const fault = standIn.faultOf(verb)
    standIn.requests.push({ verb, paymentId: id, key })
    if (fault === 'late' && isCancel) lateRequests.set(id, JSON.parse(body))
    await standIn.held
    sendWithFault(response, fault, () => {
      if (request.headers.authorization !== `PortOne ${portoneValues.apiSecret}`) return refusal('UNAUTHORIZED', 401)
      const storeId = isCancel ? JSON.parse(body).storeId : url.searchParams.get('storeId')
      if (storeId !== portoneValues.storeId) return refusal('FORBIDDEN', 403)
      if (isCancel) return cancelOnce(id, key, JSON.parse(body))
      const payment = payments.get(id)
      return payment ? answerOf(payment) : refusal('PAYMENT_NOT_FOUND', 404)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.unref()

  const standIn: PortoneStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    values: portoneValues,
    requests: [],
    faultOf: () => undefined,
    held: null,
    cancelMode: 'NOW',
    keepsReasons: true,
    webhooks: [],
    pay(id, won, otherwise = {}) {
      // Ignores a second payment with the same id, because PortOne refuses it too.
      if (payments.has(id) && payments.get(id)?.status !== 'VIRTUAL_ACCOUNT_ISSUED') return
      const method = payments.get(id)?.method ?? { type: 'PaymentMethodCard' }
      add(id, won, 'PAID', otherwise, method)
      report('Paid', id)
    },
    issue(id, won, dueAt = new Date(Date.now() + 3 * 24 * 3_600_000)) {
      add(id, won, 'VIRTUAL_ACCOUNT_ISSUED', {}, virtualAccount(dueAt))
      report('VirtualAccountIssued', id)
    },
    cancelInConsole(id, won) {
      const body = { reason: '콘솔에서 취소', ...(won !== undefined && { amount: won }) }
      if ((cancel(payments.get(id), body, 'NOW').status ?? 200) === 200)
        report(payments.get(id)?.status === 'CANCELLED' ? 'Cancelled' : 'PartialCancelled', id)
    },
    finishCancellations(id, status) {
      const payment = payments.get(id)
      if (!payment) return
      for (const each of payment.cancellations) if (each.status === 'REQUESTED') each.status = status
      if (cancelledPointsOf(payment) > 0)
        payment.status = cancelledPointsOf(payment) === payment.total ? 'CANCELLED' : 'PARTIAL_CANCELLED'
      report(payment.status === 'CANCELLED' ? 'Cancelled' : 'PartialCancelled', id)
    },
    carryOutLate(id) {
      const late = lateRequests.get(id)
      if (late && (cancel(payments.get(id), late, 'NOW').status ?? 200) === 200) report('PartialCancelled', id)
    },
    cancelled(id) {
      const payment = payments.get(id)
      const done = payment?.cancellations.filter(({ status }) => status === 'SUCCEEDED') ?? []
      return { won: payment ? cancelledPointsOf(payment) : 0, times: done.length }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}
