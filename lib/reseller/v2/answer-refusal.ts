import type { AppError } from '#lib/core/errors.ts'
import { type CallAnswer, errorAnswer } from '#lib/core/http-answer.ts'
import { textOf } from './errors.ts'

/**
 * Response to a refused request. Its status is 200, as clients of API v2 expect, except when a rate limit is exceeded:
 * then Retry-After says how long to wait.
 */
export function answerRefusal(error: AppError): CallAnswer {
  const { status, headers } = errorAnswer(error)
  return { status: status === 429 ? 429 : 200, headers, body: JSON.stringify({ error: textOf(error) }) }
}
