import { z } from 'zod'
import { withoutInvisible } from './invisible.ts'

// Every text of a request has a maximum length, checked before anything else reads the text: code whose time grows with
// the length never gets a long text. tests/calls/text-fields.test.ts checks this for every call.
// Then invisible characters are removed, so that a text of only such characters counts as empty.
// tests/calls/invisible-text.test.ts checks this for every call.

/** Most white space around a text that is trimmed. */
const SPACES = 1_000

/** Messages for a value that isn't a text, and for a text that is too long. */
type Sentences = { error?: string; tooLong?: string }

type LengthBounds = { least?: number }

const bound = ({ error, tooLong = error }: Sentences) => ({ abort: true, ...(tooLong && { error: tooLong }) })

/** Transformations that tests recognize: `cutters` limit the length, `cleaners` remove invisible characters. */
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

/**
 * Matches emoji, which keep the joiners and selectors they consist of. Created only for texts with invisible
 * characters: browsers without the v flag load this file too.
 */
const emoji = () => /\p{RGI_Emoji}/v
const splitByEmoji = () => /(\p{RGI_Emoji})/v

/** Removes invisible characters except those that are part of an emoji. */
export function visibleText(value: string): string {
  if (withoutInvisible(value) === value) return value
  const isEmoji = emoji()
  return value
    .split(splitByEmoji())
    .map((part) => (isEmoji.test(part) ? part : withoutInvisible(part)))
    .join('')
}

const clean = marked(cleaners, visibleText)

/**
 * Schema of a text of at most `maxLength` characters. The check of the length aborts; otherwise zod would also run the
 * checks that follow.
 */
export const text = (maxLength: number, sentences: Sentences = {}) =>
  z.string(sentences.error).max(maxLength, bound(sentences)).overwrite(clean)

/** Like `text`, trimmed; `maxLength` counts the trimmed text. */
export const trimmedText = (maxLength: number, sentences: Sentences = {}) =>
  text(maxLength + SPACES, sentences)
    .trim()
    .max(maxLength, bound(sentences))

/** A text that another schema parses after its length is checked: `within(40, z.iso.date())`. */
export const within = <T extends z.ZodType<unknown, string>>(most: number, schema: T) => text(most).pipe(schema)

/** A trimmed text that may be left out or null, which counts as empty. */
export const optionalText = (most: number) =>
  trimmedText(most)
    .nullish()
    .transform((value) => value ?? '')

/** Appended to a text that was cut: no rule for letters, digits or addresses accepts it, and trimming keeps it. */
const CUT = '…'

const cut = (most: number) => (value: string) => (value.length <= most ? value : `${value.slice(0, most)}${CUT}`)
const trimAndCut = (most: number) => (value: string) => cut(most)(value.trim())

/** Cleans a text unless it was cut: a cut text must keep its length, so that the rules refuse it. */
const cleanUncut = (most: number, change: Change) =>
  marked(cleaners, (value) => (value.length > most ? value : change(value)))

const uncleanText = (most: number, error?: string) =>
  z
    .string(error)
    .overwrite(marked(cutters, cut(most)))
    .max(most + 1, { abort: true })

/** Like `cutText`, but keeps invisible characters: a password is only hashed, and must be exactly as typed. */
export const exactText = (most: number) => uncleanText(most)

/**
 * A text whose form rules have their own message for one that is too long. It is cut to one character more than `most`,
 * so that those rules refuse it in their order instead of the schema; they must refuse more than `most`.
 */
export const cutText = (most: number, error?: string) =>
  uncleanText(most, error).overwrite(cleanUncut(most, visibleText))

/** Like `cutText`, trimmed first. */
export const cutLine = (most: number, error?: string) =>
  z
    .string(error)
    .overwrite(marked(cutters, trimAndCut(most)))
    .max(most + 1, { abort: true })
    .overwrite(cleanUncut(most, (value) => visibleText(value).trim()))

/** A list of at most `most` items, whose number is checked before any item is parsed. */
export const list = <T extends z.ZodType>(
  item: T,
  most: number,
  { least = 0, ...sentences }: LengthBounds & Sentences = {},
) => z.array(z.unknown(), sentences.error).min(least, { abort: true }).max(most, bound(sentences)).pipe(z.array(item))

/**
 * Optimistic lock of a save (`seen`): the field values that the editor had loaded, by field name; at most 100 fields.
 */
export const seenFields = z.record(text(100), z.unknown()).refine((fields) => Object.keys(fields).length <= 100)
