import type { Block } from './blocks.ts'

const headingLine = /^(#{2,3}) (.+?) \{#([a-z0-9-]+)\}$/

function blockOf(chunk: string): Block {
  const lines = chunk.split('\n')
  const heading = headingLine.exec(chunk)
  if (heading) {
    const [, marks = '', text = '', id = ''] = heading
    return { kind: 'heading', level: marks.length === 2 ? 2 : 3, id, text }
  }
  if (lines.every((line) => line.startsWith('> ')))
    return { kind: 'note', text: lines.map((line) => line.slice(2)).join(' ') }
  if (lines.every((line) => line.startsWith('- ')))
    return { kind: 'list', ordered: false, items: lines.map((line) => line.slice(2)) }
  if (lines.every((line) => /^\d+\. /.test(line)))
    return { kind: 'list', ordered: true, items: lines.map((line) => line.replace(/^\d+\. /, '')) }
  return { kind: 'paragraph', text: lines.join(' ') }
}

/**
 * Converts a Markdown text to blocks. Empty lines separate the blocks: headings with an id (`## 제목 {#id}`), paragraphs,
 * lists of one-line items, and notes (`> …`).
 */
export const blocksOfMarkdown = (markdown: string): Block[] =>
  markdown
    .trim()
    .split(/\n\s*\n/)
    .map((chunk) => blockOf(chunk.trim()))
