import type { Issue } from '#lib/core/errors.ts'

/** A refused call, as `callApi` answers it. */
interface RefusedAnswer {
  readonly message: string
  readonly refusal: unknown
}

/**
 * The error that a form shows after a refused call: at the field that the answer's first issue names, else at the field
 * that `fieldOf` derives from the message, '' for the form as a whole. `failed` is the message if the answer has none.
 */
export function refusedIssue(
  { message, refusal }: RefusedAnswer,
  { failed, fieldOf }: { readonly failed: string; readonly fieldOf: (message: string) => string },
): Issue {
  const { issues } = Object(refusal) as { issues?: readonly Issue[] }
  return { path: issues?.[0]?.path || fieldOf(message), message: message || failed }
}
