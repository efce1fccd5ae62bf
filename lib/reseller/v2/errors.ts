import { addressNotAllowed, dailyCapReached, frozenApiKey, scopeMissing } from '#lib/api-keys/errors.ts'
import { detailParameters } from '#lib/catalog/detail-fields.ts'
import { AppError, type ErrorCode } from '#lib/core/errors.ts'
import { keyReused } from '#lib/idempotency/errors.ts'
import { autoOrdersNotSupported } from '#lib/orders/errors.ts'

// Clients of API v2 look for these texts, which are the same on all panels (docs/contract.md#api-v2). Texts of ours alone
// are those that no panel has one for.

/** Text for a parameter that is missing or can't be read; for others `Incorrect <parameter>`. */
const parameterTexts: Readonly<Record<string, string>> = {
  service: 'Incorrect service ID',
  link: 'Bad link',
  order: 'Incorrect order ID',
  orders: 'Incorrect order ID',
  refill: 'Incorrect refill ID',
  refills: 'Incorrect refill ID',
}

/** Parameters by the names that the shop's own calls have for them. */
const parameterNames: Readonly<Record<string, string>> = {
  ...detailParameters,
  serviceId: 'service',
  amount: 'quantity',
}

/** Text for a broken rule about a field, under its name in API v2 or in the shop's own calls. */
export function parameterText(path: string): string {
  const name = parameterNames[path] ?? path
  return parameterTexts[name] ?? `Incorrect ${name}`
}

/** Text of a refusal by its code, whatever was asked for. */
const codeTexts: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'Invalid API key',
  RESTRICTED: 'Account is restricted',
  INSUFFICIENT_POINTS: 'Not enough funds on balance',
  TOO_MANY_REQUESTS: 'Too many requests',
  TOO_LARGE: 'Request is too large',
  BAD_INPUT: 'Incorrect request',
  CONFLICT: 'Please try again later',
}

/** Texts of refusals by their sentence, where the code says too little. */
const sentenceTexts: Readonly<Record<string, string>> = {
  [frozenApiKey().message]: 'API key is frozen',
  [addressNotAllowed().message]: 'IP address is not allowed for this API key',
  [scopeMissing('order').message]: 'API key may not order',
  [scopeMissing('read').message]: 'API key may not read',
}

/** Text where a code has none: a fault of ours. */
const FAULT_TEXT = 'Internal error'

/** A refusal with the text that the client gets. */
export const refusal = (text: string): AppError => new AppError('BAD_INPUT', text, { details: { error: text } })

export const incorrectAction = () => refusal('Incorrect action')
export const incorrectOrder = () => refusal(parameterText('order'))
export const incorrectRefill = () => refusal(parameterText('refill'))
export const orderNotCancellable = () => refusal('Order cannot be cancelled')
export const refillNotAvailable = () => refusal('Refill is not available')
export const tooFew = (min: number) => refusal(`Quantity less than minimal ${min}`)
export const tooMany = (max: number) => refusal(`Quantity more than maximum ${max}`)

/** Text for more numbers in a list than one request may have. */
export const tooManyNumbers = (most: number): string => `Maximum ${most} orders per request`

/** Text of any refusal. */
export function textOf({ code, message, issues, details }: AppError): string {
  if (details?.error) return details.error
  const path = code === 'BAD_INPUT' ? issues?.[0]?.path : undefined
  return path ? parameterText(path) : (sentenceTexts[message] ?? codeTexts[code] ?? FAULT_TEXT)
}

/** Refusals of placing an order by their sentence, where the code alone isn't enough; any other is about the service. */
const placingTexts: Readonly<Record<string, string>> = {
  [autoOrdersNotSupported().message]: parameterText('runs'),
  [dailyCapReached().message]: 'Daily limit of this API key is reached',
  [keyReused().message]: 'Idempotency-Key was used with another request',
}

/** Words a refusal of `placeOrder` for the client. */
export function placingRefusal(error: AppError): AppError {
  const isAboutService = error.code === 'NOT_FOUND' || error.code === 'CONFLICT'
  return isAboutService ? refusal(placingTexts[error.message] ?? parameterText('service')) : error
}
