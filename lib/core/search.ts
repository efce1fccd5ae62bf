const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A pattern of LIKE for what begins with this text. */
export const beginning = (text: string): string => `${escaped(text)}%`

/** A pattern of LIKE for what has this text in it: only for few rows, no index helps. */
export const containing = (text: string): string => `%${escaped(text)}%`
