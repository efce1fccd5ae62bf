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

// Behaves as PayAction's public client code expects (docs/sources.md). The shop registers each charge in advance as an
// order of PayAction. Most refusals come with HTTP 200. A webhook isn't signed, and contains the number of the order
// whose deposit was found.

/** An order of PayAction: a charge that the shop registered. `processed`: when its deposit was found. */
type Order = {
  number: string
  amount: number
  name: string
  date: number
  state: 'WAITING' | 'MATCHED' | 'CANCELLED'
  processed: string | null
  /** Wrong data that the stand-in reports when asked about the order, in place of the registered data. */
  reported: { amount?: number; name?: string }
}

/** Values of the connection's form that the stand-in accepts. */
export const payactionValues = {
  mallId: 'stand-in-mall-0001',
  apiKey: 'stand-in-api-key-0001',
  webhookKey: 'stand-in-webhook-key-0001',
}

const json = (body: unknown, status = 200): StandInAnswer => ({ status, body: JSON.stringify(body) })
const refusal = (message: string, status = 200) => json({ status: 'error', response: { message } }, status)
const unknownOrder = () =>
  json({ status: 'error', error: { code: 'ORDER_NOT_FOUND', message: '주문을 찾을 수 없습니다.' } }, 404)

const MATCHED = '매칭완료'
const stateTexts = { WAITING: '매칭대기', MATCHED, CANCELLED: '매칭제외' } as const

const webhookOf = (
  values: { webhookKey?: string; mallId: string },
  body: { order_number: string; processing_date: string } & Record<string, unknown>,
): StandInWebhook => ({
  headers: {
    'content-type': 'application/json',
    'x-mall-id': values.mallId,
    'x-trace-id': randomUUID(),
    ...(values.webhookKey !== undefined && { 'x-webhook-key': values.webhookKey }),
  },
  body: JSON.stringify({ order_status: MATCHED, ...body }),
})

const seoulTime = (date: Date): string =>
  new Date(date.getTime() + 9 * 3_600_000).toISOString().replace(/\.\d{3}Z$/, '+09:00')

type Options = {
  port?: number
  /** If false, the stand-in can't be asked about an order: PayAction's public documentation mentions no such call. */
  answersQuestions?: boolean
}

function registerOrder(orders: Map<string, Order>, { body }: StandInRequest): StandInAnswer {
  const { order_number: number, order_amount: amount, billing_name: name, order_date: date } = JSON.parse(body)
  if (!number || !amount || !name || !date) return refusal('누락된 필드가 존재합니다.')
  if (orders.has(number)) return refusal('이미 존재하는 주문번호입니다.')
  orders.set(number, {
    number,
    amount,
    name: name.trim(),
    date: Date.parse(date),
    state: 'WAITING',
    processed: null,
    reported: {},
  })
  return json({ status: 'success', response: {} })
}

function cancelOrder(order: Order | undefined): StandInAnswer {
  if (!order) return unknownOrder()
  if (order.state === 'CANCELLED')
    return json({ status: 'error', error: { code: 'ALREADY_CANCELLED', message: '이미 취소된 주문입니다.' } })
  order.state = 'CANCELLED'
  return json({ status: 'success', order: { order_number: order.number, cancellation_status: 'cancelled' } })
}

const orderAnswer = ({ number, amount, name, state, processed, reported }: Order): StandInAnswer =>
  json({
    status: 'success',
    order: {
      order_number: number,
      order_status: stateTexts[state],
      order_amount: reported.amount ?? amount,
      billing_name: reported.name ?? name,
      processing_date: processed,
    },
  })

const orderPath = /^\/orders\/([^/]+)(\/cancel)?$/

function requestKindOf({ method, path }: StandInRequest): StandInRequestKind {
  if (path === '/order') return 'register'
  const [, number = '', cancel] = orderPath.exec(path) ?? []
  if (cancel) return number.startsWith('connection-check') ? 'check' : 'withdraw'
  return method === 'GET' ? 'ask' : 'poll'
}

/** Starts a stand-in for PayAction. */
export async function startPayactionStandIn({ port = 0, answersQuestions = true }: Options = {}): Promise<StandIn> {
  const orders = new Map<string, Order>()
  const answer = (request: StandInRequest): StandInAnswer => {
    const isKnown =
      request.header('x-api-key') === payactionValues.apiKey && request.header('x-mall-id') === payactionValues.mallId
    if (!isKnown) return refusal('API Key 인증에 실패했습니다.', 400)
    if (request.path === '/order-exclude') return refusal('종료된 API입니다.', 410)
    if (request.path === '/order') return registerOrder(orders, request)
    const [, number = '', cancel] = orderPath.exec(request.path) ?? []
    const order = orders.get(decodeURIComponent(number))
    if (cancel && request.method === 'POST') return cancelOrder(order)
    if (request.method !== 'GET' || !answersQuestions) return { status: 404, type: 'text/html', body: 'Cannot GET' }
    return order ? orderAnswer(order) : unknownOrder()
  }
  const error = () => refusal('일시적인 오류가 발생했습니다.')
  const server = await startStandInServer(
    { requestKindOf, answer, error },
    (requestKind) => standIn.faultOf(requestKind),
    port,
  )
  const orderAbout = ({ name, amount }: { name: string; amount: number }): Order | undefined =>
    [...orders.values()].find((order) => order.name === name && order.amount === amount)
  const forgeries: Record<WebhookForgery, (number: string) => StandInWebhook> = {
    'wrong-key': (order_number) =>
      webhookOf({ ...payactionValues, webhookKey: 'wrong' }, { order_number, processing_date: seoulTime(new Date()) }),
    'no-key': (order_number) =>
      webhookOf({ mallId: payactionValues.mallId }, { order_number, processing_date: seoulTime(new Date()) }),
    'wrong-account': (order_number) =>
      webhookOf({ ...payactionValues, mallId: 'other' }, { order_number, processing_date: seoulTime(new Date()) }),
    'unknown-id': () =>
      webhookOf(payactionValues, { order_number: 'NOBODYREGISTERED0000', processing_date: seoulTime(new Date()) }),
    'changed-sum': (order_number) =>
      webhookOf(payactionValues, {
        order_number,
        processing_date: seoulTime(new Date()),
        order_amount: 99_000_000,
        amount: 99_000_000,
      }),
    early: (order_number) => webhookOf(payactionValues, { order_number, processing_date: seoulTime(new Date()) }),
    unreadable: () => ({
      ...webhookOf(payactionValues, { order_number: '', processing_date: '' }),
      body: '{"order_status":1}',
    }),
  }
  const standIn: StandIn = {
    ...server,
    kind: 'payaction',
    values: payactionValues,
    wrongValues: { ...payactionValues, apiKey: 'stand-in-wrong-key-0001' },
    registersAhead: true,
    faultOf: () => undefined,
    webhooks: [],
    transfer({ name, amount, at = new Date() }) {
      const order = [...orders.values()].find(
        (each) =>
          each.state === 'WAITING' && each.name === name.trim() && each.amount === amount && each.date <= Date.now(),
      )
      if (!order) return
      Object.assign(order, { state: 'MATCHED', processed: seoulTime(at) })
      standIn.webhooks.push(webhookOf(payactionValues, { order_number: order.number, processing_date: seoulTime(at) }))
    },
    misreport: (about, reported) => void Object.assign(orderAbout(about)?.reported ?? {}, reported),
    accepts: ({ status, text }) => status === 200 && text === '{"status":"success"}',
    forge: (forgery, about) => forgeries[forgery](orderAbout(about)?.number ?? 'NOBODYREGISTERED0000'),
    registered: () =>
      [...orders.values()].filter(({ state }) => state === 'WAITING').map(({ name, amount }) => ({ name, amount })),
  }
  return standIn
}
