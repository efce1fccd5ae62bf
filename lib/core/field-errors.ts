import { z } from 'zod'
import type { Rule } from './form-errors.ts'
import { cutLine, cutText, exactText } from './text.ts'

/**
 * A text field of a form: absent or null counts as empty, another type is malformed. What is longer than `most` is cut to
 * one more, and left to the rules of the form, which must refuse it.
 */
export const formText = (most: number) =>
  cutText(most)
    .nullish()
    .transform((value) => value ?? '')

/** The same for a password, which is never changed. */
export const formPassword = (most: number) =>
  exactText(most)
    .nullish()
    .transform((value) => value ?? '')

/** As `formText`, trimmed. */
export const formLine = (most: number) =>
  cutLine(most)
    .nullish()
    .transform((value) => value ?? '')

/** A number field of a form: absent or null counts as 0. */
export const formNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/** Adds the issues of broken form rules to a schema: `.superRefine(keeping(rules))`. */
export const keeping =
  <T>(rulesOf: (value: T) => Rule[]) =>
  (value: T, context: z.RefinementCtx<T>): void => {
    for (const [path, broken, message] of rulesOf(value))
      if (broken) context.addIssue({ code: 'custom', path: [path], message })
  }
