import { z } from 'zod'
import type { Rule } from './form-errors.ts'
import { cutLine, cutText, exactText } from './text.ts'

/**
 * Schema of a form's text field. An absent or null value counts as empty. A text longer than `maxLength` is cut to
 * `maxLength` + 1 characters, so that the form's rules refuse it with their own message. The rules must not allow more
 * than `maxLength`.
 */
export const formText = (maxLength: number) =>
  cutText(maxLength)
    .nullish()
    .transform((value) => value ?? '')

/** Like `formText`, for a password: invisible characters aren't removed. */
export const formPassword = (maxLength: number) =>
  exactText(maxLength)
    .nullish()
    .transform((value) => value ?? '')

/** Like `formText`, with white space trimmed from both ends. */
export const formLine = (maxLength: number) =>
  cutLine(maxLength)
    .nullish()
    .transform((value) => value ?? '')

/** Schema of a form's number field: absent or null counts as 0. */
export const formNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/**
 * Makes a check for a schema from a form's rules; the check adds an issue for each broken rule:
 * `.superRefine(withRules(rules))`.
 */
export const withRules =
  <T>(rulesOf: (value: T) => Rule[]) =>
  (value: T, context: z.RefinementCtx<T>): void => {
    for (const [path, broken, message] of rulesOf(value))
      if (broken) context.addIssue({ code: 'custom', path: [path], message })
  }
