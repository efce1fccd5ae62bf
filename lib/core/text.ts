import { z } from 'zod'
import { withoutInvisible } from './invisible.ts'

// Every text of a request has a maximum, and it stands before anything that reads the text: what takes time in proportion
// to a text's length, or worse, never sees a long one. tests/calls/text-fields.test.ts walks every call and holds it to that.
// Then it loses its invisible characters, so that an empty text is empty to its rules, too; tests/calls/invisible-text.test.ts
// holds every call to that.

/** Room for white space around a text that is trimmed. */
const SPACES = 1_000

/** What is said of what is no text, and of one that is too long. */
type Sentences = { error?: string; tooLong?: string }

type LengthBounds = { least?: number }

const bound = ({ error, tooLong = error }: Sentences) => ({ abort: true, ...(tooLong && { error: tooLong }) })

/** Functions that a test tells from other changes of a text. */
const cutters = new WeakSet<object>()
const cleaners = new WeakSet<object>()

type Change = (value: string) => string

const marked = (set: WeakSet<object>, change: Change): Change => {
  set.add(change)
  return change
}

const isIn = (set: WeakSet<object>, change: unknown): boolean => typeof change === 'function' && set.has(change)

export const isCutter = (change: unknown): boolean => isIn(cutters, change)
export const isCleaner = (change: unknown): boolean => isIn(cleaners, change)

/** Emoji keep the joiners and selectors they are made of. As a string: browsers that don't know the flag load this file. */
const emoji = () => /\p{RGI_Emoji}/v
const splitByEmoji = () => /(\p{RGI_Emoji})/v

/** A text as it is seen: without invisible characters, but for those that are parts of an emoji. */
export function visibleText(value: string): string {
  if (withoutInvisible(value) === value) return value
  const isEmoji = emoji()
  return value
    .split(splitByEmoji())
    .map((part) => (isEmoji.test(part) ? part : withoutInvisible(part)))
    .join('')
}

const clean = marked(cleaners, visibleText)

/** A text of at most `most` characters. The check aborts: without that zod would run the checks that follow, too. */
export const text = (most: number, sentences: Sentences = {}) =>
  z.string(sentences.error).max(most, bound(sentences)).overwrite(clean)

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

/** What was cut stays as long as it is, to be refused. */
const cleanUncut = (most: number, change: Change) =>
  marked(cleaners, (value) => (value.length > most ? value : change(value)))

const uncleanText = (most: number, error?: string) =>
  z
    .string(error)
    .overwrite(marked(cutters, cut(most)))
    .max(most + 1, { abort: true })

/** As `cutText`, but taken as it comes: a password is never stored, and must be the very one that was typed. */
export const exactText = (most: number) => uncleanText(most)

/**
 * A text whose rules have a sentence of their own for one that is too long. It is cut to one more than `most`, so
 * that those rules refuse it in their order instead of the schema; they must refuse more than `most`.
 */
export const cutText = (most: number, error?: string) =>
  uncleanText(most, error).overwrite(cleanUncut(most, visibleText))

/** The same, trimmed first. */
export const cutLine = (most: number, error?: string) =>
  z
    .string(error)
    .overwrite(marked(cutters, trimAndCut(most)))
    .max(most + 1, { abort: true })
    .overwrite(cleanUncut(most, (value) => visibleText(value).trim()))

/** At most `most` items, counted before any of them is read. */
export const list = <T extends z.ZodType>(
  item: T,
  most: number,
  { least = 0, ...sentences }: LengthBounds & Sentences = {},
) => z.array(z.unknown(), sentences.error).min(least, { abort: true }).max(most, bound(sentences)).pipe(z.array(item))

/** Expected version of a save (`seen`): the field values that the editor had loaded, by field name; at most 100 fields. */
export const seenFields = z.record(text(100), z.unknown()).refine((fields) => Object.keys(fields).length <= 100)
