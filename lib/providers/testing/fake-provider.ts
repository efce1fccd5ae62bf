import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FakeOrder, type Mischief, shownOrder } from './fake-provider-orders.ts'

/** Settings of a fake provider. */
export type FakeProviderOptions = {
  port?: number
  key?: string
  /** Seconds for which an order stays in each state. */
  pace?: number
  /** Fault to simulate for an order, chosen by its link when it is added. */
  mischief?: (link: string) => Mischief | undefined
  /** Status response for an order that replaces the simulated one. */
  answerOf?: (order: FakeOrder) => Record<string, unknown> | undefined
  /** The order whose id is returned again for the fault 'twice'; the previous order by default. */
  twice?: () => FakeOrder | undefined
  /** List of services that replaces the default one. */
  services?: () => unknown
  /** Fault to simulate for a status request. */
  statusMischief?: () => 'html' | '5xx' | undefined
}

export type FakeProvider = {
  url: string
  key: string
  /** Orders that it really accepted, oldest first: those for which it would have been paid. */
  taken: FakeOrder[]
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

/** Ids contain the time of creation, so that a restarted fake provider can still compute the age of an order. */
function newId({ taken }: FakeProvider): number {
  return Math.max(Date.now() * 1_000, (taken.at(-1)?.id ?? 0) + 1)
}

function acceptOrder(fakeProvider: FakeProvider, fields: RequestFields, mischief?: Mischief): FakeOrder {
  const { link = '', service = '' } = fields
  const order = { id: newId(fakeProvider), at: Date.now(), service, link, quantity: Number(fields.quantity), mischief }
  fakeProvider.taken.push(order)
  return order
}

const errorByMischief: Partial<Record<Mischief, string>> = {
  funds: 'Not enough funds on balance',
  badLink: 'Incorrect link',
  active: 'You have active order with this link. Please wait until order being completed.',
  riddle: 'Something went sideways',
}

/** Handles `handleAdd`, with the fault chosen for this order. */
function handleAdd(fakeProvider: FakeProvider, fields: RequestFields, response: ServerResponse) {
  const mischief = fakeProvider.options.mischief?.(fields.link ?? '')
  const error = mischief && errorByMischief[mischief]
  if (error) return sendReply(response, { error })
  if (mischief === '429') return sendReply(response, 'slow down', 429)
  if (mischief === 'silentUntaken') return
  if (mischief === 'cutUntaken') return response.destroy()
  const order = acceptOrder(fakeProvider, fields, mischief)
  if (mischief === 'silent') return
  if (mischief === 'cut') return response.destroy()
  if (mischief === '5xx') return sendReply(response, { error: 'internal' }, 503)
  if (mischief === 'html') return sendReply(response, htmlError)
  if (mischief === 'twice')
    return sendReply(response, { order: (fakeProvider.options.twice?.() ?? fakeProvider.taken.at(-2))?.id })
  sendReply(response, { order: mischief === 'textId' ? String(order.id) : order.id })
}

function handleStatus(fakeProvider: FakeProvider, { order, orders }: RequestFields, response: ServerResponse) {
  const mischief = fakeProvider.options.statusMischief?.()
  if (mischief === 'html') return sendReply(response, htmlError)
  if (mischief === '5xx') return sendReply(response, { error: 'internal' }, 500)
  const pace = fakeProvider.options.pace ?? 5
  const known = new Map(fakeProvider.taken.map((each) => [String(each.id), each]))
  const shown = (id: string) => {
    const taken = known.get(id)
    return (taken && fakeProvider.options.answerOf?.(taken)) ?? shownOrder(taken, Number(id), pace)
  }
  if (order) return sendReply(response, shown(order))
  sendReply(response, Object.fromEntries((orders ?? '').split(',').map((id) => [id, shown(id)])))
}

const defaultServices = [
  { service: 1, name: 'Followers', type: 'Default', category: 'Social', rate: '0.90', min: '1', max: '1000000' },
  { service: '2', name: 'Likes', type: 'Default', category: 'Social', rate: 0.35, min: 1, max: 1000000 },
]

async function handleRequest(fakeProvider: FakeProvider, request: IncomingMessage, response: ServerResponse) {
  const fields = await readFields(request)
  if (fields.key !== fakeProvider.key) return sendReply(response, { error: 'Invalid API key' })
  if (fields.action === 'add') return handleAdd(fakeProvider, fields, response)
  if (fields.action === 'status') return handleStatus(fakeProvider, fields, response)
  if (fields.action === 'services') return sendReply(response, fakeProvider.options.services?.() ?? defaultServices)
  if (fields.action === 'balance') return sendReply(response, { balance: '1000000.00', currency: 'KRW' })
  sendReply(response, { error: 'Incorrect action' })
}

/**
 * Starts a server for API v2 on loopback. It moves accepted orders through all states and simulates the faults in
 * `options`.
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
    options,
    stop,
  }
  return fakeProvider
}
