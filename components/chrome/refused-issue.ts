import type { Issue } from '#lib/core/errors.ts'

/** A refused call, as `callApi` answers it. */
interface RefusedAnswer {
  readonly message: string
  readonly refusal: unknown
}

/**
 * The error of a form after a refused call: at the field that the server's first issue names, else at the one that the
 * sentence is about, else ('') of the form as a whole.
 */
export function refusedIssue(
  { message, refusal }: RefusedAnswer,
  { failed, fieldOf }: { readonly failed: string; readonly fieldOf: (message: string) => string },
): Issue {
  const { issues } = Object(refusal) as { issues?: readonly Issue[] }
  return { path: issues?.[0]?.path || fieldOf(message), message: message || failed }
}
