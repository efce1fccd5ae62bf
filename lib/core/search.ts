/** Bounds of all texts that begin with `text`, for a column whose index compares bytewise. */
export const begins = (text: string): [from: string, to: string] => [text, `${text}\u{10ffff}`]

/** LIKE pattern for texts that contain `text`. Use it on few rows only, since no index supports it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
