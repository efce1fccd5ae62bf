import { z } from 'zod'
import { withoutInvisible } from './invisible.ts'

// Every text of a request has a maximum length, checked before anything else reads the text: code whose time grows with
// the length never gets a long text. tests/calls/text-fields.test.ts checks this for every call.
// Then invisible characters are removed, so that a text of only such characters counts as empty.
// tests/calls/invisible-text.test.ts checks this for every call.

/** Most characters of white space that are trimmed from a text; with more, the text is too long. */
const MAX_TRIMMED_SPACES = 1_000

/** Messages for a value that isn't a text, and for a text that is too long. */
type ErrorMessages = { error?: string; tooLong?: string }

type MinLength = { least?: number }

const lengthError = ({ error, tooLong = error }: ErrorMessages) => ({ abort: true, ...(tooLong && { error: tooLong }) })

/**
 * Transformations that tests recognize: `cuttingChanges` limit the length, `cleaningChanges` remove invisible
 * characters.
 */
const cuttingChanges = new WeakSet<object>()
const cleaningChanges = new WeakSet<object>()

type TextChange = (value: string) => string

const markedAs = (set: WeakSet<object>, change: TextChange): TextChange => {
  set.add(change)
  return change
}

const isMarkedAs = (set: WeakSet<object>, change: unknown): boolean => typeof change === 'function' && set.has(change)

export const isCutter = (change: unknown): boolean => isMarkedAs(cuttingChanges, change)
export const isCleaner = (change: unknown): boolean => isMarkedAs(cleaningChanges, change)

/**
 * Matches emoji, which keep the joiners and selectors they consist of. Created only for texts with invisible
 * characters: browsers without the v flag load this file too.
 */
const emojiPattern = () => /\p{RGI_Emoji}/v
const emojiSplitPattern = () => /(\p{RGI_Emoji})/v

/** Removes invisible characters except those that are part of an emoji. */
export function visibleText(value: string): string {
  if (withoutInvisible(value) === value) return value
  const isEmoji = emojiPattern()
  return value
    .split(emojiSplitPattern())
    .map((part) => (isEmoji.test(part) ? part : withoutInvisible(part)))
    .join('')
}

const cleanText = markedAs(cleaningChanges, visibleText)

/**
 * Schema of a text of at most `maxLength` characters. The check of the length aborts; otherwise zod would also run the
 * checks that follow.
 */
export const text = (maxLength: number, sentences: ErrorMessages = {}) =>
  z.string(sentences.error).max(maxLength, lengthError(sentences)).overwrite(cleanText)

/** Like `text`, trimmed; `maxLength` counts the trimmed text. */
export const trimmedText = (maxLength: number, sentences: ErrorMessages = {}) =>
  text(maxLength + MAX_TRIMMED_SPACES, sentences)
    .trim()
    .max(maxLength, lengthError(sentences))

/** A text that another schema parses after its length is checked: `within(40, z.iso.date())`. */
export const within = <T extends z.ZodType<unknown, string>>(most: number, schema: T) => text(most).pipe(schema)

/** A trimmed text that may be left out or null, which counts as empty. */
export const optionalText = (most: number) =>
  trimmedText(most)
    .nullish()
    .transform((value) => value ?? '')

/** Appended to a text that was cut: no rule for letters, digits or addresses accepts it, and trimming keeps it. */
const CUT_MARK = '…'

const cutAfter = (most: number) => (value: string) =>
  value.length <= most ? value : `${value.slice(0, most)}${CUT_MARK}`
const trimAndCut = (most: number) => (value: string) => cutAfter(most)(value.trim())

/** Cleans a text unless it was cut: a cut text must keep its length, so that the rules refuse it. */
const cleanUnlessCut = (most: number, change: TextChange) =>
  markedAs(cleaningChanges, (value) => (value.length > most ? value : change(value)))

/** A text that is cut to one character more than `most` and keeps its invisible characters. */
const cutUncleanedText = (most: number, error?: string) =>
  z
    .string(error)
    .overwrite(markedAs(cuttingChanges, cutAfter(most)))
    .max(most + 1, { abort: true })

/** Like `cutText`, but keeps invisible characters: a password is only hashed, and must be exactly as typed. */
export const exactText = (most: number) => cutUncleanedText(most)

/**
 * A text whose form rules have their own message for one that is too long. It is cut to one character more than `most`,
 * so that those rules refuse it in their order instead of the schema; they must refuse more than `most`.
 */
export const cutText = (most: number, error?: string) =>
  cutUncleanedText(most, error).overwrite(cleanUnlessCut(most, visibleText))

/** Like `cutText`, trimmed first. */
export const cutLine = (most: number, error?: string) =>
  z
    .string(error)
    .overwrite(markedAs(cuttingChanges, trimAndCut(most)))
    .max(most + 1, { abort: true })
    .overwrite(cleanUnlessCut(most, (value) => visibleText(value).trim()))

/** A list of at most `most` items, whose number is checked before any item is parsed. */
export const list = <T extends z.ZodType>(
  item: T,
  most: number,
  { least = 0, ...sentences }: MinLength & ErrorMessages = {},
) =>
  z
    .array(z.unknown(), sentences.error)
    .min(least, { abort: true })
    .max(most, lengthError(sentences))
    .pipe(z.array(item))

/**
 * Optimistic lock of a save (`seen`): the field values that the editor had loaded, by field name; at most 100 fields.
 */
export const seenFields = z.record(text(100), z.unknown()).refine((fields) => Object.keys(fields).length <= 100)
