import { AppError, type Issue } from './errors.ts'

// This file must not import zod, which would add 30 KB to a form that only needs its rules.

/** One rule of a form: the path of its field, whether the rule is broken, and the message for a broken rule. */
export type Rule = readonly [path: string, broken: boolean, message: string]

/**
 * The first broken rule, as an issue; null if no rule is broken. Forms and the server both use it, and docs/contract.md
 * fixes the sequence of each form's rules.
 */
export function firstIssue(rules: readonly Rule[]): Issue | null {
  const rule = rules.find(([, broken]) => broken)
  return rule ? { path: rule[0], message: rule[2] } : null
}

/** The first broken rule of each field, in the sequence of the rules: a form shows them all and focuses the first. */
export function issuesByField(rules: readonly Rule[]): Issue[] {
  const broken = rules.filter(([, isBroken]) => isBroken)
  return broken
    .filter(([path], at) => broken.findIndex((other) => other[0] === path) === at)
    .map(([path, , message]) => ({ path, message }))
}

/** Throws the first broken rule as BAD_INPUT. */
export function refuseBroken(rules: readonly Rule[]): void {
  const issue = firstIssue(rules)
  if (issue) throw new AppError('BAD_INPUT', issue.message, { issues: [issue] })
}
