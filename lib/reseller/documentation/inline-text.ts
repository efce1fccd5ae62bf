/** One piece of a text with inline Markdown. */
export type InlinePart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; href: string }

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/**
 * Splits a text at its inline Markdown: `code`, **bold** and [links](/path), which can't be nested. Safe to import in a
 * browser.
 */
export function inlineParts(text: string): InlinePart[] {
  const parts: InlinePart[] = []
  let position = 0
  const addText = (end: number) => {
    if (end > position) parts.push({ kind: 'text', text: text.slice(position, end) })
  }
  for (const match of text.matchAll(inline)) {
    const [whole, code, strong, label, href] = match
    addText(match.index)
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else parts.push({ kind: 'link', text: label ?? '', href: href ?? '' })
    position = match.index + whole.length
  }
  addText(text.length)
  return parts
}

/** The text without its Markdown marks, for titles and descriptions. */
export const withoutMarkdown = (text: string): string =>
  inlineParts(text)
    .map((part) => part.text)
    .join('')
