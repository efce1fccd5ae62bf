import type { Issue } from '#lib/core/errors.ts'

/** The part of a failed `ApiAnswer` that is used here. */
interface RefusedAnswer {
  readonly message: string
  readonly refusal: unknown
}

/**
 * The error that a form shows after a refused call. It belongs to the field that the response's first issue names. If
 * the response names no field, it belongs to the field that `fieldOf` derives from the message ('' for the form as a
 * whole). `failed` is the text if the response has no message.
 */
export function issueFromRefusal(
  { message, refusal }: RefusedAnswer,
  { failed, fieldOf }: { readonly failed: string; readonly fieldOf: (message: string) => string },
): Issue {
  const { issues } = Object(refusal) as { issues?: readonly Issue[] }
  return { path: issues?.[0]?.path || fieldOf(message), message: message || failed }
}
