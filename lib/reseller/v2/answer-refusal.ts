import type { AppError } from '#lib/core/errors.ts'
import { type CallAnswer, errorAnswer } from '#lib/core/http-answer.ts'
import { textOf } from './errors.ts'

/**
 * Answer of a refused request: always 200, as clients expect, except over the limit, where Retry-After says when to
 * come back.
 */
export function answerRefusal(error: AppError): CallAnswer {
  const { status, headers } = errorAnswer(error)
  return { status: status === 429 ? 429 : 200, headers, body: JSON.stringify({ error: textOf(error) }) }
}
