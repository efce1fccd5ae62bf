import type { Call } from '#lib/core/call.ts'
import type { ErrorDocumentation } from '#lib/reseller/documentation/call-documentation.ts'
import { callDocumentation } from '#lib/reseller/documentation/queries.ts'
import { incorrectParameterText } from '#lib/reseller/v2/errors.ts'

/** Pattern for a documented text, in which N stands for any number. */
const patternOf = (message: string): RegExp =>
  new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\bN(?![a-z])/g, '[\\d,]+')}$`)

/**
 * Messages of API v2 about an invalid detail of an order (such as its comments) name the parameter of the detail. The
 * documentation has one such message, as an example for all details.
 */
const detailText = /^Incorrect (?!quantity|runs|interval|request|action)[a-z_]+$/
const documentedText = (error: string): string => (detailText.test(error) ? incorrectParameterText('comments') : error)

type Refusal = { message?: string; code?: string; error?: string }

/**
 * Returns a predicate that is true for the documentation of this refusal. `status` is null for a refusal of one order
 * in a response to several orders. The message of a 429 isn't compared, because it states the time to wait: with the
 * tiny limits of tests these are minutes, while the documentation has the seconds of a real shop.
 */
const matches =
  (status: number | null, { message, code, error }: Refusal) =>
  (documented: ErrorDocumentation): boolean =>
    (status === null || documented.status === status) &&
    (documented.code === '' || documented.code === code) &&
    (code === 'TOO_MANY_REQUESTS' ||
      patternOf(documented.message).test(error === undefined ? (message ?? '') : documentedText(error)))

const documentationByPath = new Map(callDocumentation.map((each) => [each.call.path, each]))

/** Refusals of single orders in the response to a call that places several. */
const refusedRows = (answer: unknown): Refusal[] => {
  const { results } = Object(answer) as { results?: unknown }
  return Array.isArray(results) ? results.filter((row) => Object.hasOwn(Object(row), 'code')) : []
}

/**
 * Expects that a refusal by a call of the public API is documented, with status, code and text. In a response to
 * several orders, it checks the refusal of each order. `send` calls it for each response, so that a test fails if it
 * gets an undocumented refusal.
 */
export function expectDocumentedRefusal(call: Call, status: number, answer: unknown): void {
  const documentation = documentationByPath.get(call.path)
  if (!documentation) return
  const refusal: Refusal = Object(answer)
  const isRefusal = status >= 400 || (call.protocol !== undefined && refusal.error !== undefined)
  const isDocumented = (each: Refusal, statusOf: number | null) => documentation.errors.some(matches(statusOf, each))
  const missing = [
    ...(isRefusal && !isDocumented(refusal, status) ? [refusal] : []),
    ...refusedRows(answer).filter((row) => !isDocumented(row, null)),
  ]
  for (const each of missing)
    throw new Error(`${call.method} ${call.path} answers ${status} ${JSON.stringify(each)}, which isn't documented`)
}
