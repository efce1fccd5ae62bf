import type { FakeOrder } from './fake-provider-orders.ts'

/** A refill or cancellation of an order that a fake provider accepted. */
export type FakeRequest = {
  id: number
  action: 'refill' | 'cancel'
  order: FakeOrder
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number
  /** False if the order is completed although its cancellation was accepted. */
  takesEffect: boolean
}

/**
 * How a fake provider answers a refill or cancellation: with an error message (`error`), or with a fault of its
 * response. `taken`: it has accepted the request despite the fault. `lies`: it accepts the cancellation but doesn't
 * cancel. `answersAfter`: it handles the request at once, but sends its response only when this promise resolves.
 */
export type FakeAnswer = {
  error?: string
  fault?: 'silent' | 'cut' | 'html' | '5xx'
  taken?: boolean
  lies?: boolean
  answersAfter?: Promise<unknown>
}

/** How a fake provider answers refills, cancellations and requests for the status of refills. */
export type FakeRequestOptions = {
  /** Answer to a refill or cancellation of this order; if it returns undefined, the request is accepted. */
  requestAnswer?: (asked: { action: 'refill' | 'cancel'; order: FakeOrder | undefined }) => FakeAnswer | undefined
  /** Status of a refill, instead of the simulated one. */
  refillStateOf?: (refill: FakeRequest) => string | undefined
  /** True if the action refill_status is refused when it asks about several refills at once (`refills`). */
  singlesOnly?: boolean
}

type Provider = {
  readonly taken: readonly FakeOrder[]
  readonly requests: FakeRequest[]
  readonly options: FakeRequestOptions & { pace?: number }
}

type Fields = Record<string, string>

let lastId = 0

/**
 * Makes an id of a request. It contains the present time, so that a restarted fake provider never gives the same id
 * again. If a provider answers with the id of a refill that the shop already knows, the shop treats the answer as
 * unclear.
 */
function newRequestId(): number {
  lastId = Math.max(Date.now() * 1_000, lastId + 1)
  return lastId
}

/**
 * Handles a refill or cancellation. Returns the id of the accepted refill, 1 for an accepted cancellation, an error, or
 * the name of the fault to simulate.
 */
async function answerRequest(provider: Provider, action: 'refill' | 'cancel', id: string): Promise<unknown> {
  const order = provider.taken.find((each) => String(each.id) === id)
  const answer = provider.options.requestAnswer?.({ action, order })
  if (!order) return { error: 'Incorrect order ID' }
  if (answer?.error) return { error: answer.error }
  const requestId = newRequestId()
  if (!answer?.fault || answer.taken)
    provider.requests.push({ id: requestId, action, order, arrivedAt: Date.now(), takesEffect: !answer?.lies })
  await answer?.answersAfter
  return answer?.fault ?? (action === 'refill' ? requestId : 1)
}

const faults: readonly unknown[] = ['silent', 'cut', 'html', '5xx']
const isError = (answer: unknown) => typeof answer === 'object' && answer !== null && 'error' in answer

function refillState(provider: Provider, id: string): Record<string, unknown> {
  const refill = provider.requests.find((each) => each.action === 'refill' && String(each.id) === id)
  if (!refill) return { error: 'Refill not found' }
  const age = (Date.now() - refill.arrivedAt) / 1_000
  const pace = provider.options.pace ?? 5
  const simulated = age < pace ? 'Pending' : age < 2 * pace ? 'In progress' : 'Completed'
  return { status: provider.options.refillStateOf?.(refill) ?? simulated }
}

/**
 * Handles the actions refill, refill_status and cancel. Returns the response, or the name of the fault to simulate;
 * undefined for any other action.
 */
export async function handleFakeRequest(provider: Provider, { action, ...fields }: Fields): Promise<unknown> {
  if (action === 'refill') {
    const answer = await answerRequest(provider, 'refill', fields.order ?? '')
    return faults.includes(answer) || isError(answer) ? answer : { refill: String(answer) }
  }
  if (action === 'cancel') {
    const id = fields.orders ?? fields.order ?? ''
    const answer = await answerRequest(provider, 'cancel', id)
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
