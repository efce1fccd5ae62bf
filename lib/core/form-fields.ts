import { z } from 'zod'

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
