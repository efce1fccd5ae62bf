import type { Call } from '#lib/core/call.ts'
import type { ErrorDocumentation } from '#lib/reseller/documentation/call-documentation.ts'
import { callDocumentation } from '#lib/reseller/documentation/queries.ts'
import { parameterText } from '#lib/reseller/v2/errors.ts'

/** A documented text as a pattern: N stands for any number. */
const patternOf = (message: string): RegExp =>
  new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\bN(?![a-z])/g, '[\\d,]+')}$`)

/**
 * Messages of API v2 about an invalid detail name its parameter. The documentation has one such message as an example
 * for all details.
 */
const detailText = /^Incorrect (?!quantity|runs|interval|request|action)[a-z_]+$/
const documentedText = (error: string): string => (detailText.test(error) ? parameterText('comments') : error)

type Refusal = { message?: string; code?: string; error?: string }

const matches =
  (status: number, { message, code, error }: Refusal) =>
  (documented: ErrorDocumentation): boolean =>
    documented.status === status &&
    (documented.code === '' || documented.code === code) &&
    patternOf(documented.message).test(error === undefined ? (message ?? '') : documentedText(error))

const documentationByPath = new Map(callDocumentation.map((each) => [each.call.path, each]))

/**
 * Expects that a refusal by a call of the public API is documented: its status, code and text. Each test that sends a
 * request to such a call checks it this way, so that no refusal that any of them sees is missing in the documentation.
 */
export function expectDocumentedRefusal(call: Call, status: number, answer: unknown): void {
  const documentation = documentationByPath.get(call.path)
  const refusal: Refusal = Object(answer)
  const isRefusal = status >= 400 || (call.form !== undefined && refusal.error !== undefined)
  if (!documentation || !isRefusal || documentation.errors.some(matches(status, refusal))) return
  throw new Error(`${call.method} ${call.path} answers ${status} ${JSON.stringify(refusal)}, which isn't documented`)
}
