import {
  dailyCapReached,
  frozenApiKey,
  ipAddressNotAllowed,
  scopeMissing,
  testKeyRefused,
} from '#lib/api-keys/errors.ts'
import { detailParameters } from '#lib/catalog/detail-fields.ts'
import { AppError, type ErrorCode } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { idempotencyKeyReused } from '#lib/idempotency/errors.ts'
import { autoOrdersNotSupported } from '#lib/orders/errors.ts'

// Programs recognize refusals by these texts, which are the same on all panels with API v2 (docs/contract.md#api-v2).
// Some are the shop's own, for refusals that other panels don't have.

/** Texts for a missing or invalid parameter, by its name. Any other parameter has the text `Incorrect <parameter>`. */
const parameterTexts: Readonly<Record<string, string>> = {
  service: 'Incorrect service ID',
  link: 'Bad link',
  order: 'Incorrect order ID',
  orders: 'Incorrect order ID',
  refill: 'Incorrect refill ID',
  refills: 'Incorrect refill ID',
}

/** Names of the parameters in API v2, by their names in the shop's own calls. */
const parameterNames: Readonly<Record<string, string>> = {
  ...detailParameters,
  serviceId: 'service',
  amount: 'quantity',
}

/** Text for a missing or invalid parameter. `path`: the parameter's name in API v2 or in the shop's own calls. */
export function incorrectParameterText(path: string): string {
  const name = parameterNames[path] ?? path
  return parameterTexts[name] ?? `Incorrect ${name}`
}

/** Texts by error code, for codes that mean the same in every action. */
const codeTexts: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'Invalid API key',
  RESTRICTED: 'Account is restricted',
  INSUFFICIENT_POINTS: 'Not enough funds on balance',
  TOO_MANY_REQUESTS: 'Too many requests',
  TOO_LARGE: 'Request is too large',
  BAD_INPUT: 'Incorrect request',
  CONFLICT: 'Please try again later',
  UNAVAILABLE: 'Service is temporarily unavailable',
  ACTIVE_ORDER: 'You have active order with this link. Please wait until order being completed.',
}

/** Texts for refusals that share an error code with others, by their Korean message. */
const sentenceTexts: Readonly<Record<string, string>> = {
  [frozenApiKey().message]: 'API key is frozen',
  [ipAddressNotAllowed().message]: 'IP address is not allowed for this API key',
  [scopeMissing('order').message]: 'API key may not order',
  [scopeMissing('read').message]: 'API key may not read',
  [testKeyRefused().message]: 'Not available with a test key',
}

/** Text for an unexpected error of the server. */
const FAULT_TEXT = 'Internal error'

/** A refusal that clients get with this text. */
export const v2Refusal = (text: string): AppError => new AppError('BAD_INPUT', text, { details: { error: text } })

export const incorrectAction = () => v2Refusal('Incorrect action')
/** Refuses an id that belongs to no order of the caller. */
export const incorrectOrder = () => v2Refusal(incorrectParameterText('order'))
/** Refuses an id that belongs to no refill of the caller. */
export const incorrectRefill = () => v2Refusal(incorrectParameterText('refill'))
export const orderNotCancellable = () => v2Refusal('Order cannot be cancelled')
export const refillNotAvailable = () => v2Refusal('Refill is not available')
export const speedUpNotAvailable = () => v2Refusal('Speed up is not available')
export const tryAgainLater = () => new AppError('CONFLICT', messages.unavailable)
export const quantityTooSmall = (min: number) => v2Refusal(`Quantity less than minimal ${min}`)
export const quantityTooLarge = (max: number) => v2Refusal(`Quantity more than maximum ${max}`)

/** Text for a list with more ids than one request may contain. */
export const tooManyIdsText = (maxIds: number): string => `Maximum ${maxIds} orders per request`

/** HTTP status in API v2 for a refusal with the given status in the shop's own calls: 200, except for 429 and 503. */
export const statusInV2 = (status: number): number => (status === 429 || status === 503 ? status : 200)

/** Text in API v2 for an error of the shop. */
export function v2ErrorText({ code, message, issues, details }: AppError): string {
  if (typeof details?.error === 'string') return details.error
  const path = code === 'BAD_INPUT' ? issues?.[0]?.path : undefined
  return path ? incorrectParameterText(path) : (sentenceTexts[message] ?? codeTexts[code] ?? FAULT_TEXT)
}

/**
 * API v2's texts for the refusals of `placeOrder` with the codes NOT_FOUND and CONFLICT, by the refusal's Korean
 * message. Refusals that aren't listed get 'Incorrect service ID'.
 */
const placingTexts: Readonly<Record<string, string>> = {
  [autoOrdersNotSupported().message]: incorrectParameterText('runs'),
  [dailyCapReached().message]: 'Daily limit of this API key is reached',
  [idempotencyKeyReused().message]: 'Idempotency-Key was used with another request',
}

/** Converts a refusal of `placeOrder` to a refusal with the text for clients of API v2. */
export function toPlacingRefusal(error: AppError): AppError {
  const isAboutService = error.code === 'NOT_FOUND' || error.code === 'CONFLICT'
  return isAboutService ? v2Refusal(placingTexts[error.message] ?? incorrectParameterText('service')) : error
}
