import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FakeFault, type FakeOrder, statusOfFakeOrder } from './fake-provider-orders.ts'
import { type FakeRequest, type FakeRequestOptions, handleFakeRequest } from './fake-provider-requests.ts'
import { orderedQuantity, parameterError, servicesOfEachType } from './fake-provider-types.ts'

export type FakeProviderOptions = FakeRequestOptions & {
  port?: number
  key?: string
  /** Seconds for which an order stays in each status. */
  pace?: number
  /** Fault to simulate for the order with this link; chosen when the order arrives. */
  fault?: (link: string) => FakeFault | undefined
  /** Response to a status request for this order, instead of the simulated one. */
  answerOf?: (order: FakeOrder) => Record<string, unknown> | undefined
  /** For the fault 'twice': the order whose id is returned again; if absent, the previous order. */
  twice?: () => FakeOrder | undefined
  /** Response to a request for the balance; a million won if absent. */
  balance?: Record<string, string>
  /** The provider's list of services, or a promise of it; a short default list if absent. */
  services?: () => unknown
  /** Fault to simulate for the next status request; called once for each. */
  statusFault?: () => 'html' | '5xx' | 'wrapped' | undefined
}

export type FakeProvider = {
  url: string
  key: string
  /**
   * Orders that the fake provider accepted, even if its response was missing or an error, oldest first. A real provider
   * would charge for them.
   */
  taken: FakeOrder[]
  /**
   * Refills and cancellations that the fake provider accepted, even if its response was missing or an error, oldest
   * first.
   */
  requests: FakeRequest[]
  options: FakeProviderOptions
  stop(): Promise<void>
}

type RequestFields = Record<string, string>

async function readFields(request: IncomingMessage): Promise<RequestFields> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const json = request.headers['content-type']?.startsWith('application/json')
  const fields: object = json ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

const htmlError = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>'

function sendReply(response: ServerResponse, value: unknown, status = 200): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const type = typeof value === 'string' ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type }).end(text)
}

/**
 * Makes an order id. It contains the present time, so that a restarted fake provider still knows how old the order is.
 */
function newId({ taken }: FakeProvider): number {
  return Math.max(Date.now() * 1_000, (taken.at(-1)?.id ?? 0) + 1)
}

function acceptOrder(fakeProvider: FakeProvider, fields: RequestFields, fault?: FakeFault): FakeOrder {
  const { link = '', service = '', key: _, action: __, ...parameters } = fields
  const quantity = orderedQuantity(fields)
  const order = { id: newId(fakeProvider), arrivedAt: Date.now(), service, link, quantity, parameters, fault }
  fakeProvider.taken.push(order)
  return order
}

const errorByFault: Partial<Record<FakeFault, string>> = {
  funds: 'Not enough funds on balance',
  badLink: 'Incorrect link',
  active: 'You have active order with this link. Please wait until order being completed.',
  riddle: 'Something went sideways',
}

/** Answers a request that places an order, with the fault chosen for the order. */
function handleAdd(fakeProvider: FakeProvider, fields: RequestFields, response: ServerResponse) {
  const fault = fakeProvider.options.fault?.(fields.link ?? '')
  const error = (fault && errorByFault[fault]) ?? parameterError(fields)
  if (error) return sendReply(response, { error })
  if (fault === '429') return sendReply(response, 'slow down', 429)
  if (fault === 'silentUntaken') return
  if (fault === 'cutUntaken') return response.destroy()
  const order = acceptOrder(fakeProvider, fields, fault)
  if (fault === 'silent') return
  if (fault === 'cut') return response.destroy()
  if (fault === '5xx') return sendReply(response, { error: 'internal' }, 503)
  if (fault === 'html') return sendReply(response, htmlError)
  if (fault === 'twice')
    return sendReply(response, { order: (fakeProvider.options.twice?.() ?? fakeProvider.taken.at(-2))?.id })
  sendReply(response, { order: fault === 'textId' ? String(order.id) : order.id })
}

function handleStatus(fakeProvider: FakeProvider, { order, orders }: RequestFields, response: ServerResponse) {
  const fault = fakeProvider.options.statusFault?.()
  if (fault === 'html') return sendReply(response, htmlError)
  if (fault === '5xx') return sendReply(response, { error: 'internal' }, 500)
  if (fault === 'wrapped') return sendReply(response, { status: 'success', data: null })
  const pace = fakeProvider.options.pace ?? 5
  const ordersById = new Map(fakeProvider.taken.map((each) => [String(each.id), each]))
  const statusOf = (id: string) => {
    const acceptedOrder = ordersById.get(id)
    const cancellation =
      acceptedOrder && fakeProvider.requests.find((each) => each.action === 'cancel' && each.order === acceptedOrder)
    if (acceptedOrder && cancellation?.takesEffect)
      return {
        status: 'Canceled',
        remains: acceptedOrder.quantity,
        start_count: '1000',
        charge: '0.00',
        currency: 'KRW',
      }
    return (
      (acceptedOrder && fakeProvider.options.answerOf?.(acceptedOrder)) ??
      statusOfFakeOrder(acceptedOrder, Number(id), pace)
    )
  }
  if (order) return sendReply(response, statusOf(order))
  sendReply(response, Object.fromEntries((orders ?? '').split(',').map((id) => [id, statusOf(id)])))
}

/**
 * Cancels subscriptions whose progress a test sets. All other cancellations are handled by `handleFakeRequest`.
 */
function cancelSubscriptions(fakeProvider: FakeProvider, { orders = '' }: RequestFields, response: ServerResponse) {
  const rows = orders.split(',').map((id) => {
    const order = fakeProvider.taken.find((each) => String(each.id) === id)
    if (!order?.subscription) return { order: Number(id), cancel: { error: 'Incorrect order ID' } }
    order.subscription = { ...order.subscription, ended: 'Canceled' }
    return { order: Number(id), cancel: 1 }
  })
  sendReply(response, rows)
}

const defaultServices = [
  { service: 1, name: 'Followers', type: 'Default', category: 'Social', rate: '0.90', min: '1', max: '1000000' },
  { service: '2', name: 'Likes', type: 'Default', category: 'Social', rate: 0.35, min: 1, max: 1000000 },
  ...servicesOfEachType,
]

/** True if all orders of the request are subscriptions whose progress a test sets. */
const areSubscriptions = ({ taken }: FakeProvider, { orders = '' }: RequestFields): boolean =>
  orders.split(',').every((id) => taken.find((each) => String(each.id) === id)?.subscription)

async function handleRequest(fakeProvider: FakeProvider, request: IncomingMessage, response: ServerResponse) {
  const fields = await readFields(request)
  if (fields.key !== fakeProvider.key) return sendReply(response, { error: 'Invalid API key' })
  if (fields.action === 'add') return handleAdd(fakeProvider, fields, response)
  if (fields.action === 'status') return handleStatus(fakeProvider, fields, response)
  if (fields.action === 'cancel' && areSubscriptions(fakeProvider, fields))
    return cancelSubscriptions(fakeProvider, fields, response)
  if (fields.action === 'services')
    return sendReply(response, (await fakeProvider.options.services?.()) ?? defaultServices)
  if (fields.action === 'balance')
    return sendReply(response, fakeProvider.options.balance ?? { balance: '1000000.00', currency: 'KRW' })
  const answer = await handleFakeRequest(fakeProvider, fields)
  if (answer === 'silent') return
  if (answer === 'cut') return response.destroy()
  if (answer === 'html') return sendReply(response, htmlError)
  if (answer === '5xx') return sendReply(response, { error: 'internal' }, 503)
  sendReply(response, answer ?? { error: 'Incorrect action' })
}

/**
 * Starts a fake provider on the loopback address, which offers API v2. It moves accepted orders through all statuses
 * and simulates the faults that `options` choose.
 */
export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const server = createServer((request, response) => {
    handleRequest(fakeProvider, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const fakeProvider: FakeProvider = {
    url: `http://127.0.0.1:${port}/api/v2`,
    key: options.key ?? 'fake-provider-key',
    taken: [],
    requests: [],
    options,
    stop,
  }
  return fakeProvider
}
