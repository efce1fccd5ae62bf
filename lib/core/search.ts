/** Bounds of all texts that begin with `text`, for a column whose index compares bytes. */
export const begins = (text: string): [from: string, to: string] => [text, `${text}\u{10ffff}`]

/** A pattern of LIKE for what has this text in it: only for few rows, no index helps. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
