/** Of a column with an index by bytes: the bounds between which all texts that begin with this one stand. */
export const begins = (text: string): [from: string, to: string] => [text, `${text}\u{10ffff}`]

/** A pattern of LIKE for what has this text in it: only for few rows, no index helps. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
