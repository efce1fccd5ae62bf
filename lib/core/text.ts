import { z } from 'zod'

// Every text of a request has a maximum, and it stands before anything that reads the text: what takes time in proportion
// to a text's length, or worse, never sees a long one. lib/web/text-fields.test.ts walks every call and holds it to that.

/** Room for white space around a text that is trimmed. */
const SPACES = 1_000

/** What is said of what is no text, and of one that is too long. */
type Sentences = { error?: string; tooLong?: string }

type Least = { least?: number }

const bound = ({ error, tooLong = error }: Sentences) => ({ abort: true, ...(tooLong && { error: tooLong }) })

/** A text of at most `most` characters. The check aborts: without that zod would run the checks that follow, too. */
export const text = (most: number, sentences: Sentences = {}) => z.string(sentences.error).max(most, bound(sentences))

/** The same, trimmed; `most` counts what is left. */
export const trimmedText = (most: number, sentences: Sentences = {}) =>
  text(most + SPACES, sentences)
    .trim()
    .max(most, bound(sentences))

/** A text that another schema reads once its length is known: `within(40, z.iso.date())`. */
export const within = <T extends z.ZodType<unknown, string>>(most: number, schema: T) => text(most).pipe(schema)

/** A trimmed text that may be left out or null, which counts as empty. */
export const note = (most: number) =>
  trimmedText(most)
    .nullish()
    .transform((value) => value ?? '')

/** Ends a text that was cut: no rule of letters, digits or addresses allows it, and trimming leaves it there. */
const CUT = '…'

const cut = (most: number) => (value: string) => (value.length <= most ? value : `${value.slice(0, most)}${CUT}`)
const trimAndCut = (most: number) => (value: string) => cut(most)(value.trim())

/** What cuts a text, so that a test can tell it from other changes that stand before a maximum. */
const cutters = new WeakSet<object>()

const cutting = (change: (value: string) => string) => {
  cutters.add(change)
  return change
}

export const isCutter = (change: unknown): boolean => typeof change === 'function' && cutters.has(change)

/**
 * A text whose rules have a sentence of their own for one that is too long. It is cut to one more than `most`, so
 * that those rules refuse it in their order instead of the schema; they must refuse more than `most`.
 */
export const cutText = (most: number, error?: string) =>
  z
    .string(error)
    .overwrite(cutting(cut(most)))
    .max(most + 1, { abort: true })

/** The same, trimmed first. */
export const cutLine = (most: number, error?: string) =>
  z
    .string(error)
    .overwrite(cutting(trimAndCut(most)))
    .max(most + 1, { abort: true })

/** At most `most` items, counted before any of them is read. */
export const list = <T extends z.ZodType>(item: T, most: number, { least = 0, ...sentences }: Least & Sentences = {}) =>
  z.array(z.unknown(), sentences.error).min(least, { abort: true }).max(most, bound(sentences)).pipe(z.array(item))

/** Values by name, as somebody saw them before: a hundred at most. */
export const seenFields = z.record(text(100), z.unknown()).refine((fields) => Object.keys(fields).length <= 100)
