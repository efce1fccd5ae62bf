import type { AppError } from '#lib/core/errors.ts'
import { type CallAnswer, errorAnswer } from '#lib/core/http-answer.ts'
import { statusInV2, v2ErrorText } from './errors.ts'

/**
 * Response to a refused request. Its status is 200, as clients of API v2 expect, with two exceptions: 429 if a rate
 * limit is exceeded, and 503 if the database can't be reached. Both have a Retry-After header, and a client must not
 * take them for a refusal of the order.
 */
export function answerRefusal(error: AppError): CallAnswer {
  const { status, headers } = errorAnswer(error)
  return { status: statusInV2(status), headers, body: JSON.stringify({ error: v2ErrorText(error) }) }
}
