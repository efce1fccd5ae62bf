/** The first line of a text, cut with an ellipsis to at most `most` characters. */
export function shortText(text: string, most = 40): string {
  const line = text.split('\n')[0] ?? ''
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
