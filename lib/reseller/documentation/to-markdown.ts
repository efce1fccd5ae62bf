import type { Block, ErrorRow, FieldRow } from './blocks.ts'

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``

/** Escapes a text for a table cell: a pipe would end the cell, and a line break the row. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const fieldTable = (rows: readonly FieldRow[]): string =>
  table(
    ['이름', '타입', '필수', '설명'],
    rows.map(({ name, type, required, meaning }) => [`\`${name}\``, type, required ? '예' : '', meaning]),
  )

const errorTableBlock = (rows: readonly ErrorRow[]): string =>
  table(
    ['상태', 'code', 'message', '원인', '해결'],
    rows.map(({ status, code, message, cause, cure }) => [`${status}`, code && `\`${code}\``, message, cause, cure]),
  )

const languageNames = { curl: 'bash', javascript: 'javascript', python: 'python', php: 'php' } as const

function markdownOf(block: Block): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text}`
  if (block.kind === 'paragraph') return block.text
  if (block.kind === 'note') return `> ${block.text}`
  if (block.kind === 'list')
    return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${item}`).join('\n')
  if (block.kind === 'endpoint') return `\`${block.method} ${block.path}\``
  if (block.kind === 'table') return table(block.heads, block.rows)
  if (block.kind === 'fields') return `**${block.caption}**\n\n${fieldTable(block.rows)}`
  if (block.kind === 'errors') return errorTableBlock(block.rows)
  if (block.kind === 'code') return `**${block.title}**\n\n${fence(block.language, block.code)}`
  if (block.kind === 'example') {
    const samples = block.samples.map(({ language, code }) => fence(languageNames[language], code))
    return [`**${block.title}**`, ...samples, `응답 \`${block.status}\``, fence('json', block.answer)].join('\n\n')
  }
  // The try-it panel is interactive: Markdown leaves it out.
  return ''
}

/** Makes links absolute. A link to a page of the documentation becomes a link to the page's Markdown. */
const absoluteLinks = (markdown: string, baseUrl: string): string =>
  markdown.replace(/\]\((\/[^)\s]*)\)/g, (_, path: string) => {
    const [page = '', anchor] = path.split('#')
    const file = /^\/docs(\/|$)/.test(page) ? `${page}.md` : page
    return `](${baseUrl}${file}${anchor === undefined ? '' : `#${anchor}`})`
  })

export type MarkdownOptions = {
  title: string
  summary: string
  /** Base URL of the shop, without a slash at the end. */
  baseUrl: string
}

/** Renders a page as Markdown; components/documentation renders the same blocks as HTML. */
export function toMarkdown(blocks: readonly Block[], { title, summary, baseUrl }: MarkdownOptions): string {
  const parts = [`# ${title}`, summary, ...blocks.map(markdownOf)].filter((part) => part !== '')
  return `${absoluteLinks(parts.join('\n\n'), baseUrl)}\n`
}
