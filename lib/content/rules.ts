import type { Rule } from '#lib/core/form-errors.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'

// Legal texts are line-based. '# title' begins an article, '- ' or '1. ' a list item. '| a | b |' is a row of a table,
// whose first row is its heading. '[책임자]' is replaced by the contact of the privacy officer. Every other line is a
// paragraph. HTML isn't interpreted.

export interface LegalTable {
  readonly table: readonly (readonly string[])[]
}

/** Part of a legal text that the shop replaces by the privacy officer's contact. */
interface LegalContact {
  readonly contact: true
}

/** A part of an article: a paragraph, the items of a list, a table, or the place of the privacy officer's contact. */
export type LegalPart = string | readonly string[] | LegalTable | LegalContact

export interface LegalArticle {
  readonly title: string
  readonly parts: readonly LegalPart[]
}

const CONTACT_LINE = '[책임자]'

export const isListPart = (part: LegalPart): part is readonly string[] => Array.isArray(part)
export const isTablePart = (part: LegalPart): part is LegalTable => typeof part === 'object' && 'table' in part

const tableCellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** A part of the article that is being parsed; lines can still be added to its list or table. */
type OpenPart = string | string[] | { table: string[][] } | LegalContact

/**
 * Adds a line of the source text to the parts of an article. A list item or table row extends the list or table
 * directly before it, if there is one.
 */
function addLine(parts: OpenPart[], line: string): void {
  const last = parts.at(-1)
  const item = /^(?:-|\d+\.)\s+(\S.*)/s.exec(line)?.[1]
  const row = line.length > 2 && line.startsWith('|') && line.endsWith('|') ? tableCellsOf(line) : null
  if (item && Array.isArray(last)) last.push(item)
  else if (item) parts.push([item])
  else if (row && typeof last === 'object' && 'table' in last) last.table.push(row)
  else if (row) parts.push({ table: [row] })
  else parts.push(line === CONTACT_LINE ? { contact: true } : line)
}

/** Parses a legal text into articles; lines before the first title are dropped. */
export function parseLegal(text: string): LegalArticle[] {
  const articles: { title: string; parts: OpenPart[] }[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    const title = /^#\s+(\S.*)/s.exec(line)?.[1]
    const current = articles.at(-1)
    if (title) articles.push({ title, parts: [] })
    else if (line && current) addLine(current.parts, line)
  }
  return articles
}

function partText(part: LegalPart): string {
  if (typeof part === 'string') return part
  if (isTablePart(part)) return part.table.map((row) => `| ${row.join(' | ')} |`).join('\n')
  return isListPart(part) ? part.map((item) => `- ${item}`).join('\n') : CONTACT_LINE
}

/** Formats articles as source text; parsing it gives the same articles. */
export const formatLegalText = (articles: readonly LegalArticle[]): string =>
  articles.map(({ title, parts }) => [`# ${title}`, ...parts.map(partText)].join('\n')).join('\n\n')

/** Korean message about why a text isn't a valid legal text; null if it is valid. */
export function findLegalIssue(text: string): string | null {
  const first = text.split('\n').find((line) => line.trim() !== '')
  if (!first || !/^\s*#\s+\S/.test(first)) return '첫 줄은 "# 목적"처럼 조의 제목이어야 해요'
  const empty = parseLegal(text).find(({ parts }) => parts.length === 0)
  return empty ? `"${empty.title}"에 내용이 없어요` : null
}

export type TermsKind = 'service' | 'privacy'

/**
 * How many days before its effective date a version of the terms or the privacy policy must be announced
 * (docs/product.md#legal-facts).
 */
export const termsNoticePeriodDays: Readonly<Record<TermsKind, number>> = { service: 30, privacy: 7 }

const DAY_MS = 86_400_000

/** Time in Seoul as YYYY-MM-DDTHH:mm, which sorts as text; `now` in milliseconds. */
export const seoulMinute = (now: number): string => new Date(now + 9 * 3_600_000).toISOString().slice(0, 16)

/** True if the text is a valid time between 2000 and 2099, in the form that `seoulMinute` returns. */
export function isSeoulMinute(value: string): boolean {
  const at = Date.parse(`${value}Z`)
  return value.startsWith('20') && !Number.isNaN(at) && new Date(at).toISOString().slice(0, 16) === value
}

/**
 * Period in which a notice or popup is shown: from the minute `shownFrom` on, until the minute `shownUntil` begins. ''
 * means no limit.
 */
export interface Period {
  readonly shownFrom: string
  readonly shownUntil: string
}

export type PeriodState = 'AHEAD' | 'NOW' | 'OVER'

/** Whether a period is still to come, is now, or is over; `now` in milliseconds. */
export function periodState({ shownFrom, shownUntil }: Period, now: number): PeriodState {
  const minute = seoulMinute(now)
  if (shownUntil !== '' && minute >= shownUntil) return 'OVER'
  return minute < shownFrom ? 'AHEAD' : 'NOW'
}

/**
 * State of a version of the terms or the privacy policy. PLANNED: before its notice period. ANNOUNCED: in it. HOLDS:
 * it is or was in force.
 */
export type TermsState = 'PLANNED' | 'ANNOUNCED' | 'HOLDS'

/** Id of the built-in terms and privacy policy, which are in the code and not in a row of the database. */
export const BUILT_IN_TERMS_ID = 0
/** Effective date of the built-in terms and privacy policy. */
export const BUILT_IN_TERMS_DAY = '2021-06-20'

interface TermsDate {
  readonly kind: TermsKind
  readonly since: string
}

const daysUntil = (since: string, now: number): number =>
  (Date.parse(since) - Date.parse(seoulDay(new Date(now)))) / DAY_MS

/**
 * State of a version of the terms or the privacy policy. HOLDS: it is or was in force. ANNOUNCED: its effective date is
 * ahead, but within the notice period. PLANNED: its notice period hasn't begun.
 */
export function termsState({ kind, since }: TermsDate, now: number): TermsState {
  const daysAhead = daysUntil(since, now)
  if (daysAhead <= 0) return 'HOLDS'
  return daysAhead <= termsNoticePeriodDays[kind] ? 'ANNOUNCED' : 'PLANNED'
}

/** A version of the terms or the privacy policy, as a member's agreement refers to it. */
export interface TermsReference extends TermsDate {
  readonly id: number
}

/**
 * The version of this kind that is in force at `now`, in milliseconds; `written` are the versions that staff have
 * published.
 */
export function termsInForce(kind: TermsKind, written: readonly TermsReference[], now: number): TermsReference {
  const first: TermsReference = { id: BUILT_IN_TERMS_ID, kind, since: BUILT_IN_TERMS_DAY }
  return written
    .filter((version) => version.kind === kind && termsState(version, now) === 'HOLDS')
    .reduce((latest, version) => (version.since >= latest.since ? version : latest), first)
}

/**
 * Returns the version with the id `agreed`, if a person may agree to it at `now` (milliseconds since 1970); null if
 * not. Besides the version in force, this may be the version that was in force a day ago, because the form may have
 * been opened before midnight.
 */
export function findAgreeableTerms(
  kind: TermsKind,
  agreed: number,
  written: readonly TermsReference[],
  now: number,
): TermsReference | null {
  const candidates = [now, now - DAY_MS].map((at) => termsInForce(kind, written, at))
  return candidates.find(({ id }) => id === agreed) ?? null
}

/** True if the effective date of a version is at least the whole notice period away (docs/product.md#legal-facts). */
export const hasFullNoticePeriod = ({ kind, since }: TermsDate, now: number): boolean =>
  daysUntil(since, now) >= termsNoticePeriodDays[kind]

/** Earliest effective date that a version published now may have, as YYYY-MM-DD in Seoul. */
export const earliestTermsDay = (kind: TermsKind, now: number): string =>
  seoulDay(new Date(now), termsNoticePeriodDays[kind])

/** Rules for the images of /guide: with any image, a text alternative is required. */
export const guideRules = ({ desktop, mobile, text }: Record<'desktop' | 'mobile' | 'text', string>): Rule[] => [
  [
    'text',
    (desktop !== '' || mobile !== '') && text === '',
    '그림을 보지 못하는 회원을 위해 그림의 내용을 적어 주세요',
  ],
]
