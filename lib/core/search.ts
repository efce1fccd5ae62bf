/**
 * Bounds of all texts `x` that begin with `text`: from <= x < to, in a column whose index compares bytewise.
 */
export const prefixBounds = (text: string): [from: string, to: string] => [text, `${text}\u{10ffff}`]

/** LIKE pattern for texts that contain `text`. Use it on few rows only, since no index supports it. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
