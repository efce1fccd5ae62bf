import type { AppError } from '#lib/core/errors.ts'
import { type CallAnswer, errorAnswer } from '#lib/core/http-answer.ts'
import { statusInV2, textOf } from './errors.ts'

/**
 * Response to a refused request. Its status is 200, as clients of API v2 expect, except if a rate limit is exceeded or
 * the database can't be reached: then it is 429 or 503, Retry-After says how long to wait, and a client must not take
 * the response for a refusal of the order.
 */
export function answerRefusal(error: AppError): CallAnswer {
  const { status, headers } = errorAnswer(error)
  return { status: statusInV2(status), headers, body: JSON.stringify({ error: textOf(error) }) }
}
