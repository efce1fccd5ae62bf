import type { Rule } from '#lib/core/form-errors.ts'

// Legal texts are written by line: '# title' begins an article, '- ' an item, '| a | b |' a row of a table whose first row
// is its head, '[책임자]' stands for whom to ask about one's data. Every other line is a paragraph. No line is HTML.

export interface LegalTable {
  readonly table: readonly (readonly string[])[]
}

/** Where the privacy officer is named. */
interface LegalContact {
  readonly contact: true
}

/** A paragraph, the items of a list, a table, or the privacy officer's contact. */
export type LegalPart = string | readonly string[] | LegalTable | LegalContact

export interface LegalArticle {
  readonly title: string
  readonly parts: readonly LegalPart[]
}

const CONTACT_LINE = '[책임자]'

export const isList = (part: LegalPart): part is readonly string[] => Array.isArray(part)
export const isTable = (part: LegalPart): part is LegalTable => typeof part === 'object' && 'table' in part

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** A part of the article being parsed; its list or table can still grow. */
type OpenPart = string | string[] | { table: string[][] } | LegalContact

/** Appends a line to the parts of its article: items and rows join the list or table that they continue. */
function addLine(parts: OpenPart[], line: string): void {
  const last = parts.at(-1) ?? ''
  const item = /^(?:-|\d+\.)\s+(\S.*)$/s.exec(line)?.[1]
  const row = line.length > 2 && line.startsWith('|') && line.endsWith('|') ? cellsOf(line) : null
  if (item && Array.isArray(last)) last.push(item)
  else if (item) parts.push([item])
  else if (row && typeof last === 'object' && 'table' in last) last.table.push(row)
  else if (row) parts.push({ table: [row] })
  else parts.push(line === CONTACT_LINE ? { contact: true } : line)
}

/** The articles of a legal text as it is written; what stands before the first title belongs to none. */
export function parseLegal(text: string): LegalArticle[] {
  const articles: { title: string; parts: OpenPart[] }[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    const title = /^#\s+(\S.*)$/s.exec(line)?.[1]
    const current = articles.at(-1)
    if (title) articles.push({ title, parts: [] })
    else if (line && current) addLine(current.parts, line)
  }
  return articles
}

function partText(part: LegalPart): string {
  if (typeof part === 'string') return part
  if (isTable(part)) return part.table.map((row) => `| ${row.join(' | ')} |`).join('\n')
  return isList(part) ? part.map((item) => `- ${item}`).join('\n') : CONTACT_LINE
}

/** Articles as they would be written: reading it again makes the same articles. */
export const legalText = (articles: readonly LegalArticle[]): string =>
  articles.map(({ title, parts }) => [`# ${title}`, ...parts.map(partText)].join('\n')).join('\n\n')

/** Why a text can't be parsed as a legal text, or null. */
export function legalIssue(text: string): string | null {
  const first = text.split('\n').find((line) => line.trim() !== '')
  if (!first || !/^\s*#\s+\S/.test(first)) return '첫 줄은 "# 목적"처럼 조의 제목이어야 해요'
  const empty = parseLegal(text).find(({ parts }) => parts.length === 0)
  return empty ? `"${empty.title}"에 내용이 없어요` : null
}

export type TermsKind = 'service' | 'privacy'

/** Terms are announced 30 days ahead, the privacy policy 7 (docs/product.md#legal-facts). */
export const daysAhead: Readonly<Record<TermsKind, number>> = { service: 30, privacy: 7 }

const DAY = 86_400_000

/** The day in Seoul, as YYYY-MM-DD; `now` in milliseconds. */
export const seoulDay = (now: number): string => new Date(now + 9 * 3_600_000).toISOString().slice(0, 10)

export type TermsState = 'PLANNED' | 'ANNOUNCED' | 'HOLDS'

interface Dated {
  readonly kind: TermsKind
  readonly since: string
}

const daysUntil = (since: string, now: number): number => (Date.parse(since) - Date.parse(seoulDay(now))) / DAY

/** State of a version: in force, announced, or neither yet. */
export function termsState({ kind, since }: Dated, now: number): TermsState {
  const ahead = daysUntil(since, now)
  if (ahead <= 0) return 'HOLDS'
  return ahead <= daysAhead[kind] ? 'ANNOUNCED' : 'PLANNED'
}

/** Whether there is time left to announce it (docs/product.md#legal-facts). */
export const isEarlyEnough = ({ kind, since }: Dated, now: number): boolean => daysUntil(since, now) >= daysAhead[kind]

/** The first day from which a text written now may hold. */
export const firstTermsDay = (kind: TermsKind, now: number): string => seoulDay(now + daysAhead[kind] * DAY)

/** Rules of the /guide pictures: they need a text alternative. */
export const guideRules = ({ desktop, mobile, text }: Record<'desktop' | 'mobile' | 'text', string>): Rule[] => [
  [
    'text',
    (desktop !== '' || mobile !== '') && text === '',
    '그림을 보지 못하는 회원을 위해 그림의 내용을 적어 주세요',
  ],
]
