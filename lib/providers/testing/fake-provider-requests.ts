import type { FakeOrder } from './fake-provider-orders.ts'

/** A refill or cancellation that a fake provider accepted. */
export type FakeRequest = {
  id: number
  action: 'refill' | 'cancel'
  order: FakeOrder
  at: number
  /** False for a cancellation that was accepted, but whose order is completed nevertheless. */
  takesEffect: boolean
}

/**
 * How a fake provider answers a request: with an error message, or with one of four faults. `taken`: it has accepted
 * the request nevertheless. `lies`: it accepts the request but doesn't fulfil it. `answersAfter`: it handles the
 * request at once, but sends its answer only when this promise resolves.
 */
export type FakeAnswer = {
  error?: string
  fault?: 'silent' | 'cut' | 'html' | '5xx'
  taken?: boolean
  lies?: boolean
  answersAfter?: Promise<unknown>
}

/** How a fake provider answers requests about orders. */
export type FakeRequestOptions = {
  /** Answer to a refill or cancellation of this order; undefined to accept it. */
  requestAnswer?: (asked: { action: 'refill' | 'cancel'; order: FakeOrder | undefined }) => FakeAnswer | undefined
  /** State of a refill, instead of the simulated one. */
  refillStateOf?: (refill: FakeRequest) => string | undefined
  /** True: refill_status with several ids (`refills`) is refused. */
  singlesOnly?: boolean
}

type Provider = {
  readonly taken: readonly FakeOrder[]
  readonly requests: FakeRequest[]
  readonly options: FakeRequestOptions & { pace?: number }
}

type Fields = Record<string, string>

let lastId = 0

async function ask(provider: Provider, action: 'refill' | 'cancel', id: string): Promise<unknown> {
  const order = provider.taken.find((each) => String(each.id) === id)
  const wanted = provider.options.requestAnswer?.({ action, order })
  if (!order) return { error: 'Incorrect order ID' }
  if (wanted?.error) return { error: wanted.error }
  const requestId = ++lastId
  if (!wanted?.fault || wanted.taken)
    provider.requests.push({ id: requestId, action, order, at: Date.now(), takesEffect: !wanted?.lies })
  await wanted?.answersAfter
  return wanted?.fault ?? (action === 'refill' ? requestId : 1)
}

const faults: readonly unknown[] = ['silent', 'cut', 'html', '5xx']
const errorOf = (answer: unknown) => typeof answer === 'object' && answer !== null && 'error' in answer

function refillState(provider: Provider, id: string): Record<string, unknown> {
  const refill = provider.requests.find((each) => each.action === 'refill' && String(each.id) === id)
  if (!refill) return { error: 'Refill not found' }
  const age = (Date.now() - refill.at) / 1_000
  const pace = provider.options.pace ?? 5
  const simulated = age < pace ? 'Pending' : age < 2 * pace ? 'In progress' : 'Completed'
  return { status: provider.options.refillStateOf?.(refill) ?? simulated }
}

/** Answers a request about an accepted order: refill, refill_status or cancel; undefined for any other action. */
export async function handleFakeRequest(provider: Provider, { action, ...fields }: Fields): Promise<unknown> {
  if (action === 'refill') {
    const answer = await ask(provider, 'refill', fields.order ?? '')
    return faults.includes(answer) || errorOf(answer) ? answer : { refill: String(answer) }
  }
  if (action === 'cancel') {
    const id = fields.orders ?? fields.order ?? ''
    const answer = await ask(provider, 'cancel', id)
    return faults.includes(answer) ? answer : [{ order: Number(id), cancel: answer }]
  }
  if (action !== 'refill_status') return undefined
  if (fields.refill) return refillState(provider, fields.refill)
  if (provider.options.singlesOnly) return { error: 'Incorrect request' }
  return (fields.refills ?? '').split(',').map((id) => {
    const { error, status } = refillState(provider, id)
    return { refill: Number(id), status: error ? { error } : status }
  })
}
