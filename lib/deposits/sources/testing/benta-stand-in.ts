import { randomUUID } from 'node:crypto'
import {
  type StandIn,
  type StandInAnswer,
  type StandInRequest,
  type StandInRequestKind,
  type StandInWebhook,
  startStandInServer,
  type WebhookForgery,
} from './stand-in.ts'

// Behaves as Benta's documentation and public client code say (docs/sources.md). The shop creates a payment. The payer
// enters the amount and the depositor's name, as stated in the payment's title, on the payment's web page. A webhook
// contains the payment's id and no signature. The call that confirms the payment returns the amount. Errors come with
// HTTP 200; only one of their codes, NO_PROGRESS_PAYMENTS, is published.

/** Values of the connection's form that the stand-in accepts. */
export const bentaValues = { apiToken: 'stand-in-api-token-0001' }

/**
 * A payment that the shop created. `paidAmount` and `verifiedAt` are what Benta reports once the payment is confirmed.
 */
type Payment = {
  id: string
  /** The shop's id of the registration: `orderNumber` of a `ChargeRegistration`. */
  identifier: string
  /** Depositor's name that the payer enters on the payment's page: Benta waits for a transfer under this name. */
  name: string
  /** Won that the payer enters on the payment's page. */
  amount: number
  state: 'WAITING' | 'PROGRESS' | 'COMPLETE'
  method: string
  paidAmount: number
  verifiedAt: string | null
  /** True if the shop got a response to the creation, so that it could show the payer the payment's page. */
  isShown: boolean
}

export type BentaStandIn = StandIn & {
  /** If true, confirming a payment a second time is refused. */
  confirmsOnce: boolean
  /** Payment method of payments created from now on. */
  method: string
}

const json = (body: unknown): StandInAnswer => ({ body: JSON.stringify(body) })
const refusal = (error: string, error_msg: string) => json({ error, error_msg })

const webhookOf = (payment_id: unknown): StandInWebhook => ({
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Benta-Payments-Webhook/1.0',
    'x-webhook-id': randomUUID(),
    'x-retry-count': '0',
  },
  body: JSON.stringify({ payment_id }),
})

function requestKindOf({ path, body }: StandInRequest): StandInRequestKind {
  if (path === '/payments') return 'register'
  return body.includes('connection-check') ? 'check' : 'ask'
}

/** Starts a stand-in for Benta. */
export async function startBentaStandIn({ port = 0 } = {}): Promise<BentaStandIn> {
  const payments = new Map<string, Payment>()

  /** The payments whose page a payer may have seen: for each charge, the newest payment that `isShown`. */
  const visiblePayments = (): Payment[] => {
    const shown = [...payments.values()].filter(({ isShown }) => isShown)
    return [...new Map(shown.map((each) => [each.identifier, each])).values()]
  }
  const paymentAbout = ({ name, amount }: { name: string; amount: number }) =>
    visiblePayments().find((each) => each.name === name && each.amount === amount)

  const create = ({ title, identifier }: { title?: string; identifier?: string }): StandInAnswer => {
    const [, sum = '', name = ''] = /충전 ([\d,]+)원 · 입금자명 (.*)$/.exec(title ?? '') ?? []
    if (!identifier) return refusal('INVALID_PARAMETER', '필수 값이 없습니다.')
    const id = randomUUID()
    const amount = Number(sum.replaceAll(',', ''))
    const { method } = standIn
    const fault = standIn.requests.at(-1)?.fault
    const isShown = fault === undefined || fault === 'late'
    payments.set(id, {
      id,
      identifier,
      name,
      amount,
      state: 'WAITING',
      method,
      paidAmount: amount,
      verifiedAt: null,
      isShown,
    })
    return json({ payToken: id })
  }

  const confirm = ({ payToken }: { payToken?: string }): StandInAnswer => {
    const payment = payments.get(payToken ?? '')
    if (!payment) return refusal('NOT_FOUND_PAYMENT', '존재하지 않는 결제입니다.')
    if (payment.state === 'WAITING') return refusal('NO_PROGRESS_PAYMENTS', '승인 대기 중인 결제가 없습니다.')
    if (payment.state === 'COMPLETE' && standIn.confirmsOnce)
      return refusal('ALREADY_COMPLETED', '이미 처리된 결제입니다.')
    payment.state = 'COMPLETE'
    payment.verifiedAt ??= new Date().toISOString()
    const { id, method, paidAmount, verifiedAt } = payment
    return json({ id, status: 'COMPLETE', method, paid_amount: paidAmount, verified_ts: verifiedAt })
  }

  const answer = ({ path, method, body }: StandInRequest): StandInAnswer => {
    if (method !== 'POST' || !['/payments', '/payments/confirm'].includes(path))
      return { status: 404, type: 'text/html', body: 'Cannot GET' }
    const fields = JSON.parse(body)
    if (fields.token !== bentaValues.apiToken) return refusal('INVALID_TOKEN', '유효하지 않은 토큰입니다.')
    return path === '/payments' ? create(fields) : confirm(fields)
  }

  const error = () => refusal('INTERNAL_ERROR', '일시적인 오류가 발생했습니다.')
  const server = await startStandInServer(
    { requestKindOf, answer, error },
    (requestKind) => standIn.faultOf(requestKind),
    port,
  )
  // The forgeries about keys and accounts are missing, because Benta's webhooks contain neither.
  const forgeries: Partial<Record<WebhookForgery, (id: string) => StandInWebhook>> = {
    'changed-sum': (id) => ({ ...webhookOf(id), body: JSON.stringify({ payment_id: id, paid_amount: 99_000_000 }) }),
    early: webhookOf,
    'unknown-id': () => webhookOf(randomUUID()),
    unreadable: () => webhookOf(5),
  }
  const standIn: BentaStandIn = {
    ...server,
    kind: 'benta',
    values: bentaValues,
    wrongValues: { apiToken: 'stand-in-wrong-token-0001' },
    registersAhead: true,
    confirmsOnce: false,
    method: 'DEPOSIT',
    faultOf: () => undefined,
    webhooks: [],
    transfer({ name, amount, remoteId }) {
      const pages =
        remoteId === undefined ? visiblePayments() : [...payments.values()].filter(({ id }) => id === remoteId)
      const payment = pages.find(
        (each) => each.state === 'WAITING' && each.name === name.trim() && each.amount === amount,
      )
      if (!payment) return
      payment.state = 'PROGRESS'
      standIn.webhooks.push(webhookOf(payment.id))
    },
    // Benta never reports a name. Here, a misreported name means that the payer entered another name on Benta's page
    // than on his transfer, so that Benta doesn't find the transfer. The space at the end makes the name differ from
    // every name of a transfer, because names of transfers are trimmed.
    misreport(about, reported) {
      const payment = paymentAbout(about)
      if (payment && reported.amount !== undefined) payment.paidAmount = reported.amount
      if (payment && reported.name !== undefined) payment.name = `${reported.name} `
    },
    accepts: ({ status }) => status === 200,
    forge(forgery, about) {
      const id = paymentAbout(about)?.id
      return (id !== undefined && forgeries[forgery]?.(id)) || null
    },
    registered: () =>
      visiblePayments()
        .filter(({ state }) => state === 'WAITING')
        .map(({ name, amount }) => ({ name, amount })),
  }
  return standIn
}
