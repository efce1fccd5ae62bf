/** Matches what JSON.stringify writes for NUL and for half a surrogate pair, which it always escapes. */
const unstorable = /(?<!\\)(\\\\)*\\u(0000|d[89a-f]..)/

/**
 * True if PostgreSQL can store all texts of a value from a JSON body, names of fields included. It can store neither
 * NUL nor half a surrogate pair.
 */
export const isStorable = (value: unknown): boolean => !unstorable.test(JSON.stringify(value) ?? '')

/**
 * Text of another server, cut to `maxLength` UTF-16 code units, as PostgreSQL can store it as text or in JSON: NUL is
 * removed, half a surrogate pair becomes U+FFFD.
 */
export const toStorableText = (text: string, maxLength: number): string =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()
