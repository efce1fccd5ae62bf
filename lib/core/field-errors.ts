import { z } from 'zod'
import type { Rule } from './form-errors.ts'
import { cutLine, cutText, exactText } from './text.ts'

/**
 * A text field of a form: absent or null counts as empty, another type is malformed. A text longer than `most` is cut
 * to one character more, so that the form's rules refuse it with their own message; they must refuse more than `most`.
 */
export const formText = (most: number) =>
  cutText(most)
    .nullish()
    .transform((value) => value ?? '')

/** Like `formText`, for a password: invisible characters are kept. */
export const formPassword = (most: number) =>
  exactText(most)
    .nullish()
    .transform((value) => value ?? '')

/** Like `formText`, trimmed. */
export const formLine = (most: number) =>
  cutLine(most)
    .nullish()
    .transform((value) => value ?? '')

/** A number field of a form: absent or null counts as 0. */
export const formNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/** Adds issues for broken form rules to a schema: `.superRefine(keeping(rules))`. */
export const keeping =
  <T>(rulesOf: (value: T) => Rule[]) =>
  (value: T, context: z.RefinementCtx<T>): void => {
    for (const [path, broken, message] of rulesOf(value))
      if (broken) context.addIssue({ code: 'custom', path: [path], message })
  }
