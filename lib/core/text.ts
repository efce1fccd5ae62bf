import { z } from 'zod'
import { withoutInvisibleCharacters } from './invisible.ts'

// Every text of an HTTP request has a maximum length. It is checked before anything else reads the text, so that a long
// text can't take much time (tested for every call in tests/calls/text-fields.test.ts). Then invisible characters are
// removed, except from passwords, so that a text of only invisible characters counts as empty (tested in
// tests/calls/invisible-text.test.ts).

/** Number of characters by which a text may exceed its maximum length before it is trimmed. */
const MAX_TRIMMED_SPACES = 1_000

/** Messages for a value of the wrong type (`error`), and for a text or list that is too long. */
type ErrorMessages = { error?: string; tooLong?: string }

type MinLength = { least?: number }

const lengthError = ({ error, tooLong = error }: ErrorMessages) => ({ abort: true, ...(tooLong && { error: tooLong }) })

/**
 * The transformations in schemas that limit the length of a text (`cuttingChanges`) or remove its invisible characters
 * (`cleaningChanges`). They are registered so that tests can find them in a schema.
 */
const cuttingChanges = new WeakSet<object>()
const cleaningChanges = new WeakSet<object>()

type TextChange = (value: string) => string

const markedAs = (set: WeakSet<object>, change: TextChange): TextChange => {
  set.add(change)
  return change
}

const isMarkedAs = (set: WeakSet<object>, change: unknown): boolean => typeof change === 'function' && set.has(change)

/** True for a transformation in a schema that cuts a text that is too long. Tests look for it in all schemas. */
export const isCuttingChange = (change: unknown): boolean => isMarkedAs(cuttingChanges, change)
/** True for a transformation in a schema that removes invisible characters. Tests look for it in all schemas. */
export const isCleaningChange = (change: unknown): boolean => isMarkedAs(cleaningChanges, change)

/**
 * Matches emoji, and invisible characters outside of emoji. The joiners and selectors within an emoji must not be
 * removed. Created only when needed, because this file is also loaded by browsers that don't know the flag `v`.
 */
const emojiOrInvisible = () => /\p{RGI_Emoji}|[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gv

/**
 * Maximum number of invisible characters of a text for which those within emoji stay. A text with more loses all its
 * invisible characters: finding emoji takes some 50 µs per invisible character, and nobody types so many.
 */
const MAX_INVISIBLE = 5_000

/** Removes invisible characters. Those within emoji stay if the text has at most MAX_INVISIBLE invisible characters. */
export function visibleText(value: string): string {
  const plain = withoutInvisibleCharacters(value)
  const invisible = value.length - plain.length
  if (invisible === 0) return value
  if (invisible > MAX_INVISIBLE) return plain
  return value.replace(emojiOrInvisible(), (match) => (withoutInvisibleCharacters(match) === '' ? '' : match))
}

const cleanText = markedAs(cleaningChanges, visibleText)

/**
 * Schema of a text of at most `maxLength` characters, from which invisible characters are removed. A text that is too
 * long aborts the parsing; otherwise zod would run the later checks on it too.
 */
export const text = (maxLength: number, messages: ErrorMessages = {}) =>
  z.string(messages.error).max(maxLength, lengthError(messages)).overwrite(cleanText)

/** Like `text`, but trims the text. `maxLength` applies to the trimmed text. */
export const trimmedText = (maxLength: number, messages: ErrorMessages = {}) =>
  text(maxLength + MAX_TRIMMED_SPACES, messages)
    .trim()
    .max(maxLength, lengthError(messages))

/** Schema of a text that is parsed by another schema after its length is checked: `textParsedBy(40, z.iso.date())`. */
export const textParsedBy = <T extends z.ZodType<unknown, string>>(maxLength: number, schema: T) =>
  text(maxLength).pipe(schema)

/** Schema of a trimmed text that may be absent or null; both count as empty. */
export const optionalText = (maxLength: number) =>
  trimmedText(maxLength)
    .nullish()
    .transform((value) => value ?? '')

/** Appended to a text that was cut: no rule for letters, digits or addresses accepts it, and trimming keeps it. */
const CUT_MARK = '…'

const cutAfter = (maxLength: number) => (value: string) =>
  value.length <= maxLength ? value : `${value.slice(0, maxLength)}${CUT_MARK}`
const trimAndCut = (maxLength: number) => (value: string) => cutAfter(maxLength)(value.trim())

/**
 * Makes a transformation that cleans a text unless it was cut. A cut text has to keep its length, so that the form's
 * rules refuse it.
 */
const cleanUnlessCut = (maxLength: number, change: TextChange) =>
  markedAs(cleaningChanges, (value) => (value.length > maxLength ? value : change(value)))

/** Schema of a text that is cut to `maxLength` + 1 characters and keeps its invisible characters. */
const cutUncleanedText = (maxLength: number, error?: string) =>
  z
    .string(error)
    .overwrite(markedAs(cuttingChanges, cutAfter(maxLength)))
    .max(maxLength + 1, { abort: true })

/** Like `cutText`, but keeps invisible characters: for passwords, which are hashed exactly as typed. */
export const exactText = (maxLength: number) => cutUncleanedText(maxLength)

/**
 * Schema of a text whose length the rules of a form check. A text longer than `maxLength` is cut to `maxLength` + 1
 * characters: the rules then refuse it, in their sequence and with their message, instead of the schema. The rules must
 * not allow more than `maxLength`.
 */
export const cutText = (maxLength: number, error?: string) =>
  cutUncleanedText(maxLength, error).overwrite(cleanUnlessCut(maxLength, visibleText))

/** Like `cutText`, but trims the text first. */
export const cutLine = (maxLength: number, error?: string) =>
  z
    .string(error)
    .overwrite(markedAs(cuttingChanges, trimAndCut(maxLength)))
    .max(maxLength + 1, { abort: true })
    .overwrite(cleanUnlessCut(maxLength, (value) => visibleText(value).trim()))

/** Schema of a list of `least` to `maxItems` items; counts them before it parses any. */
export const boundedList = <T extends z.ZodType>(
  item: T,
  maxItems: number,
  { least = 0, ...messages }: MinLength & ErrorMessages = {},
) =>
  z
    .array(z.unknown(), messages.error)
    .min(least, { abort: true })
    .max(maxItems, lengthError(messages))
    .pipe(z.array(item))

/**
 * Schema of `seen`, the optimistic lock of a save: the field values that the editor had loaded, by field name; at most
 * 100 fields.
 */
export const seenFields = z.record(text(100), z.unknown()).refine((fields) => Object.keys(fields).length <= 100)
