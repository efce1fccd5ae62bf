import { AppError, type Issue } from './errors.ts'

// No zod here: it would add 30 KB to a form that only needs its rules.

/** One rule of a form: the field it belongs to, whether it is broken, and the message. */
export type Rule = readonly [path: string, broken: boolean, message: string]

/**
 * The first broken rule in the order given (docs/contract.md fixes that order), or null. The form and the server both
 * ask it.
 */
export function firstBroken(rules: readonly Rule[]): Issue | null {
  const rule = rules.find(([, broken]) => broken)
  return rule ? { path: rule[0], message: rule[2] } : null
}

/** Throws the first broken rule as a BAD_INPUT. */
export function refuseBroken(rules: readonly Rule[]): void {
  const issue = firstBroken(rules)
  if (issue) throw new AppError('BAD_INPUT', issue.message, { issues: [issue] })
}
