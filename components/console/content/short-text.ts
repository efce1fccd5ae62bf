/** The first line of a text, shortened to what a heading holds. */
export function shortText(text: string, most = 40): string {
  const line = text.split('\n')[0] ?? ''
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
