import { z } from 'zod'
import type { Rule } from './form-errors.ts'

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

/** Refuses what breaks the rules of a form, with their sentences: `.superRefine(keeping(rules))`. */
export const keeping =
  <T>(rulesOf: (value: T) => Rule[]) =>
  (value: T, context: z.RefinementCtx<T>): void => {
    for (const [path, broken, message] of rulesOf(value))
      if (broken) context.addIssue({ code: 'custom', path: [path], message })
  }
