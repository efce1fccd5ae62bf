/** Matches what JSON.stringify writes for NUL and for half a surrogate pair, which it always escapes. */
const unstorable = /(?<!\\)(\\\\)*\\u(0000|d[89a-f]..)/

/**
 * True if PostgreSQL can store all texts of a value from a JSON body, names of fields included. PostgreSQL can store
 * neither NUL nor half a surrogate pair.
 */
export const isStorable = (value: unknown): boolean => !unstorable.test(JSON.stringify(value) ?? '')

/**
 * Makes a text from another server storable in PostgreSQL, as text or in JSON: removes NUL, cuts the text to
 * `maxLength` UTF-16 code units, and replaces half a surrogate pair by U+FFFD.
 */
export const toStorableText = (text: string, maxLength: number): string =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()
