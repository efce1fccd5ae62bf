import { z } from 'zod'
import type { Rule } from './form-errors.ts'
import { cutLine, cutText, exactText } from './text.ts'

/**
 * A text field of a form: absent or null counts as empty, another type is malformed. A text longer than `maxLength` is
 * cut to one character more, so that the form's rules, which must refuse that, do so with their own message.
 */
export const formText = (maxLength: number) =>
  cutText(maxLength)
    .nullish()
    .transform((value) => value ?? '')

/** Like `formText`, for a password: invisible characters are kept. */
export const formPassword = (maxLength: number) =>
  exactText(maxLength)
    .nullish()
    .transform((value) => value ?? '')

/** Like `formText`, trimmed. */
export const formLine = (maxLength: number) =>
  cutLine(maxLength)
    .nullish()
    .transform((value) => value ?? '')

/** A number field of a form: absent or null counts as 0. */
export const formNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/** Check of a schema that adds an issue for each broken rule of a form: `.superRefine(withRules(rules))`. */
export const withRules =
  <T>(rulesOf: (value: T) => Rule[]) =>
  (value: T, context: z.RefinementCtx<T>): void => {
    for (const [path, broken, message] of rulesOf(value))
      if (broken) context.addIssue({ code: 'custom', path: [path], message })
  }
