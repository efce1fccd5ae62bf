import { z } from 'zod'
import { AppError, type Issue } from './errors.ts'

/** A text field of a form: absent or null counts as empty, another type is malformed (decisions 6). */
export const formText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** A number field of a form: absent or null counts as 0. */
export const formNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/** One rule of a form: the field it belongs to, whether it is broken, and what its reader is told. */
export type Rule = readonly [path: string, broken: boolean, message: string]

/** The first broken rule in the order given (spec 5 fixes that order), or null. The form and the server both ask it. */
export function firstBroken(rules: readonly Rule[]): Issue | null {
  const rule = rules.find(([, broken]) => broken)
  return rule ? { path: rule[0], message: rule[2] } : null
}

/** Throws the first broken rule as a BAD_INPUT. */
export function refuseBroken(rules: readonly Rule[]): void {
  const issue = firstBroken(rules)
  if (issue) throw new AppError('BAD_INPUT', issue.message, { issues: [issue] })
}
