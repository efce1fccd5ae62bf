/**
 * Bounds for finding all texts that begin with `text`: they are >= `from` and < `to`. The index on the column must
 * compare bytewise.
 */
export const prefixBounds = (text: string): [from: string, to: string] => [text, `${text}\u{10ffff}`]

/** LIKE pattern for texts that contain `text`. Use it on few rows only, since no index supports it. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
