import { parseDay } from '#lib/core/seoul-moment.ts'
import type { BankTableColumn, DepositPrecision } from '../labels.ts'
import { isBooked } from '../rules.ts'

/** The headings that banks use for each column, without spaces and punctuation, preferred ones first. */
const bankHeadings: Record<BankTableColumn, readonly string[]> = {
  externalId: ['externalid', 'id', '거래번호', '거래고유번호', '관리번호'],
  name: [
    'name',
    ...['입금자명', '입금자', '보낸분받는분', '보낸분', '의뢰인수취인', '의뢰인명', '의뢰인', '거래자명', '거래처'],
    ...['거래기록사항', '거래내용', '상대계좌예금주명', '상대계좌예금주', '상대예금주명', '상대예금주'],
    ...['기재내용', '내용', '적요'],
  ],
  amount: ['amount', '입금액', '입금금액', '맡기신금액', '입금', '거래금액', '금액'],
  at: ['at', 'date', '거래일시', '입금일시', '일시', '거래일자', '거래일', '입금일자', '입금일', '날짜', '일자'],
  time: ['time', '거래시간', '거래시각', '시간', '시각'],
  out: ['출금액', '출금금액', '찾으신금액', '지급금액', '지급액', '출금', '지급'],
  balance: ['balance', '거래후잔액', '거래후잔고', '통장잔액', '잔액', '잔고'],
  direction: [
    ...['입출금구분', '입출구분', '입출금', '입출금유형', '입출금종류', '구분'],
    ...['거래구분', '거래유형', '거래종류', '유형'],
  ],
  // Must be the last entry, so that `name` can claim 적요 first: some banks write the depositor's name there, others a
  // remark.
  memo: ['memo', '적요', '송금메모', '이체메모', '거래메모', '거래특이사항', '메모', '비고'],
}

/**
 * Columns that a table without headings is assumed to have: the fields of the deposit hook (POST /hooks/deposits), in
 * the same sequence.
 */
const hookColumns: readonly BankTableColumn[] = ['externalId', 'name', 'amount', 'at']

/** Matches a quoted cell at the beginning of a text, with the white space around it. */
const quotedCell = /^\s*"((?:[^"]|"")*)"\s*/
/**
 * Matches a quoted cell of a table separated by tabs. The white space around the cell can't contain a tab, because a
 * tab ends the cell.
 */
const quotedCellOfTabs = /^[^\S\t]*"((?:[^"]|"")*)"[^\S\t]*/

/**
 * Maximum number of cells read from a line; no bank's table has so many. Without a maximum, a line of commas would give
 * 250,000 cells.
 */
const MAX_CELLS = 200

/** Splits a line into cells. A quoted cell may contain the separator, and quotes if they are doubled. */
function cellsOf(line: string, separator: string): string[] {
  const pattern = separator === '\t' ? quotedCellOfTabs : quotedCell
  const cells: string[] = []
  let remaining = line
  for (;;) {
    const quoted = pattern.exec(remaining)
    const end = quoted
      ? quoted[0].length
      : (remaining.indexOf(separator) + remaining.length + 1) % (remaining.length + 1)
    cells.push((quoted ? (quoted[1] ?? '').replaceAll('""', '"') : remaining.slice(0, end)).trim())
    if (remaining[end] !== separator || cells.length === MAX_CELLS) return cells
    remaining = remaining.slice(end + 1)
  }
}

/** Normalizes a heading (lower case, no spaces, punctuation or unit 원), so that different spellings of it are equal. */
export const normalizeHeading = (cell: string): string =>
  cell
    .replace(/[\s()[\]{}/·._-]/g, '')
    .toLowerCase()
    .replace(/(?<=.)원$/, '')

/** What each column of a table contains; null for a column that isn't read. */
export type TableColumns = readonly (BankTableColumn | null)[]

/**
 * Guesses from the headings what each column contains. Null for a column with an unknown heading, and for a second
 * column with the same meaning (but several columns may be `direction`).
 */
export function guessColumns(cells: readonly string[]): TableColumns {
  const names = cells.map(normalizeHeading)
  const columns: (BankTableColumn | null)[] = names.map(() => null)
  for (const [column, known] of Object.entries(bankHeadings)) {
    const places = known
      .map((heading) => names.findIndex((name, at) => name === heading && columns[at] === null))
      .filter((at) => at >= 0)
    // A table may have several columns about the direction of the money. Banks differ in which of them says 출금
    // (withdrawal), so all of them are read.
    for (const at of column === 'direction' ? places : places.slice(0, 1)) columns[at] = column as BankTableColumn
  }
  return columns
}

/** A line of a table, split into cells. */
export type TableLine = {
  readonly cells: readonly string[]
  /** Index of the line in the text, from 0, with blank lines counted. */
  readonly index: number
}

/** A column map: what the columns of tables with these headings contain, as a staff member chose it. */
export type ColumnMap = { readonly id: number; readonly headings: readonly string[]; readonly columns: TableColumns }

/**
 * A bank's table: its headings (`head`; null if it has none), what each column contains, and the lines below the
 * headings.
 */
export type BankTable<M extends ColumnMap = ColumnMap> = {
  readonly head: readonly string[] | null
  readonly columns: TableColumns
  readonly lines: readonly TableLine[]
  /** The column map by which the columns are read; null if no map has these headings. */
  readonly map: M | null
  /** Account number found above the headings; empty if there is none. */
  readonly account: string
}

/**
 * Finds the first account number in these lines: three or four groups of digits that aren't a date. '' if there is
 * none.
 */
const accountIn = (lines: readonly TableLine[]): string =>
  /(?<![\d-])(?!\d{4}-\d{2}-\d{2}(?![\d-]))\d{2,6}-\d{2,6}-\d{2,8}(?:-\d{1,4})?(?![\d-])/.exec(
    lines.flatMap(({ cells }) => cells).join(' '),
  )?.[0] ?? ''

/**
 * Key by which the column map of a table is found. Headings that differ only in spelling (`normalizeHeading`), or in
 * empty columns at the end, have the same key.
 */
export const headingsKey = (headings: readonly string[]): string =>
  headings.map(normalizeHeading).join('|').replace(/\|+$/, '')

/** Headings are looked for in this many first lines, because banks put titles and account numbers above them. */
export const MAX_LINES_ABOVE_HEADINGS = 30

/** Splits a pasted or exported table into lines, and the lines into cells. Leaves out blank lines. */
export function splitIntoTableLines(text: string): TableLine[] {
  const allLines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const filled = allLines.flatMap((line, index) => (line.trim() === '' ? [] : [{ line, index }]))
  const separator = ['\t', ';'].find(
    (each) => filled.filter(({ line }) => line.includes(each)).length * 2 > filled.length,
  )
  return filled.map(({ line, index }) => ({ index, cells: cellsOf(line, separator ?? ',') }))
}

/** True for a cell with a time or an amount. Every line of a bank's table has at least two such cells. */
const isValueCell = (cell: string): boolean => /^[-+−₩]?\s?\d[\d\s.,:/-]*원?$/.test(cell)

/**
 * Index of the first line that looks like headings, although none of them is known: at least three texts without
 * digits, above a line with at least two values. -1 if there is none.
 */
function indexOfUnknownHeadings(lines: readonly TableLine[]): number {
  return lines.slice(0, MAX_LINES_ABOVE_HEADINGS).findIndex(({ cells }, place) => {
    const filled = cells.filter(Boolean)
    const below = lines[place + 1]?.cells.filter(isValueCell).length ?? 0
    return filled.length >= 3 && below >= 2 && !filled.some((cell) => /\d/.test(cell))
  })
}

/**
 * Reads a table: text pasted or exported from a bank's web page, separated by commas, tabs or semicolons, or the lines
 * of a workbook. If one of `maps` has the table's headings, that map says what the columns contain; otherwise this is
 * guessed from the headings. A table without headings is assumed to have the columns `hookColumns`.
 */
export function readBankTable<M extends ColumnMap = ColumnMap>(
  source: string | readonly TableLine[],
  maps: readonly M[] = [],
): BankTable<M> {
  const lines = typeof source === 'string' ? splitIntoTableLines(source) : source
  const mapOf = ({ cells }: TableLine) => maps.find(({ headings }) => headingsKey(headings) === headingsKey(cells))
  const firstLines = lines.slice(0, MAX_LINES_ABOVE_HEADINGS)
  const mappedAt = firstLines.findIndex((line) => mapOf(line) !== undefined)
  const knownAt = firstLines.findIndex(({ cells }) => {
    const columns = guessColumns(cells)
    return columns.includes('amount') && columns.includes('name')
  })
  const headingsAt = mappedAt >= 0 ? mappedAt : knownAt >= 0 ? knownAt : indexOfUnknownHeadings(lines)
  const line = lines[headingsAt]
  if (!line) return { head: null, columns: hookColumns, lines, map: null, account: '' }
  const map = mapOf(line) ?? null
  const columns = map?.columns ?? guessColumns(line.cells)
  return {
    head: line.cells,
    columns,
    lines: lines.slice(headingsAt + 1),
    map,
    account: accountIn(lines.slice(0, headingsAt)),
  }
}

const twoDigits = (part: string | number = 0): string => String(part).padStart(2, '0')

/**
 * Maximum number of characters of a day with its time. A longer text is no time and isn't matched against the pattern.
 */
const MAX_MOMENT_LENGTH = 60

/**
 * Matches a day, with a time if the bank gives one. A separator between two parts may be missing only in a day of eight
 * digits (20261102), after an hour of two digits, and before the seconds (091507). Elsewhere it would be unclear where
 * a part ends.
 */
const writtenTime =
  /^(\d{4})(?:[-./]\s?|\s|(?=\d{4}))(\d{1,2})(?:[-./]\s?|\s|(?<=\d{6}))(\d{1,2})\.?(?:[ T]+(오전|오후)?\s*(\d{1,2})(?::|(?<=\D\d{2}))(\d{2})(?::?(\d{2}))?(?:\.\d+)?)?$/

/**
 * `at` is a time in ISO 8601 or, if the table's text couldn't be parsed, that text unchanged (`isMoment` tells them
 * apart).
 */
type Moment = { readonly at: string; readonly precision: DepositPrecision }

/** Matches a time in ISO 8601 without seconds. */
const isoMinute = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/

/**
 * Parses the day and time of a bank's line. A time without an offset is Seoul's. Missing parts become 0, and
 * `precision` says which parts were given. A text in ISO 8601 with seconds, or in an unknown format, is returned
 * unchanged.
 */
function momentOf(day: string, time: string): Moment {
  const text = [day, time].filter(Boolean).join(' ')
  const match = text.length > MAX_MOMENT_LENGTH ? null : writtenTime.exec(text)
  if (!match) {
    const iso = isoMinute.exec(text)
    return iso ? { at: `${iso[1]}:00${iso[2]}`, precision: 'MINUTE' } : { at: text, precision: 'EXACT' }
  }
  const [, year, month, date, amOrPm, hour, minute, second] = match
  const hours = amOrPm ? (Number(hour) % 12) + (amOrPm === '오후' ? 12 : 0) : Number(hour ?? 0)
  return {
    at: `${year}-${twoDigits(month)}-${twoDigits(date)}T${twoDigits(hours)}:${twoDigits(minute)}:${twoDigits(second)}+09:00`,
    precision: hour === undefined ? 'DAY' : second === undefined ? 'MINUTE' : 'EXACT',
  }
}

/**
 * Parses an amount in won, with or without a sign; null if the text isn't an amount. Commas have to stand where
 * thousands end: in '10,00' a digit may be missing. '10.000' may be ten thousand, as Europe writes it.
 */
export function parseSignedWon(text: string): number | null {
  const match = /^(?:\+|([-−]\s?))?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})?원?$/.exec(text)
  if (!match) return null
  const sum = Number(text.replace(/\.0+|\D/g, ''))
  return match[1] === undefined ? sum : -sum
}

/**
 * True if a cell about the direction of the money means a withdrawal, such as 체크카드출금 (debit card payment). But 출금취소
 * (cancelled withdrawal) and 이자지급 (interest paid) mean a credit.
 */
function isWithdrawalText(cell: string): boolean {
  const word = cell.replace(/[\s()[\]/·._-]/g, '').toLowerCase()
  if (['출', '지급', '송금', 'withdrawal', 'debit'].includes(word)) return true
  return /(?<!입)(출금|인출)$/.test(word) || (word.startsWith('출금') && !/취소|정정|반환/.test(word))
}

/** Matches a cell of an amount column that stands for no amount: '', '-', '0', '0원'. */
export const emptyAmount = /^[-−]?\s?(?:0+(?:\.0+)?)?원?$/

/** True if a column about the direction of the money says that the line is a withdrawal. */
export const isMarkedAsWithdrawal = ({ cells }: TableLine, columns: TableColumns): boolean =>
  cells.some((cell, place) => columns[place] === 'direction' && isWithdrawalText(cell))

/** The cell of a line in this column; '' if the table has no such column, or the line is too short. */
const cellOf = ({ cells }: TableLine, columns: TableColumns, column: BankTableColumn): string =>
  cells[columns.indexOf(column)] ?? ''

/**
 * True if the day and time could be parsed and can be stored (`timeWithOffset`). `Date.parse` alone takes 2026-02-29
 * for the first of March.
 */
const isMoment = ({ at }: Moment): boolean =>
  at.length <= MAX_MOMENT_LENGTH &&
  !Number.isNaN(Date.parse(at)) &&
  parseDay(at.slice(0, 10)) !== null &&
  /^2\d{3}-.*T(?!24).*([+-](0\d|1[0-4]):\d\d|Z)$/.test(at)

/** Date and time of a line; null if they can't be read. */
export function readLineMoment(line: TableLine, columns: TableColumns): Moment | null {
  const moment = momentOf(cellOf(line, columns, 'at'), cellOf(line, columns, 'time'))
  return isMoment(moment) ? moment : null
}

const MAX_NAME_LENGTH = 100

/** A deposit read from a line; `externalId` is '' if the bank gives none. */
export type ParsedDeposit = Moment & { readonly externalId: string; readonly name: string; readonly amount: number }

/**
 * Result of reading a line of a bank's table. `credit`: the line is a deposit. `other`: it is no deposit;
 * `isWithdrawal` if it says that money went out. `broken`: it can't be read because of `columns`.
 */
export type BankLine =
  | { readonly is: 'credit'; readonly deposit: ParsedDeposit }
  | { readonly is: 'other'; readonly isWithdrawal: boolean }
  | { readonly is: 'broken'; readonly columns: readonly BankTableColumn[] }

/**
 * Reads a line of a bank's table with these columns. With `now`, a line dated later can't be read: its transfer hasn't
 * arrived yet.
 */
export function readBankLine(line: TableLine, columns: TableColumns, now?: Date): BankLine {
  const sum = line.cells[columns.indexOf('amount')]
  const amount = parseSignedWon(sum ?? '') ?? 0
  // A bank with one column of amounts may write withdrawals without a minus; another column then gives the direction.
  // In a table with the columns of the deposit hook, a negative amount is an error and not a withdrawal.
  const isWithdrawal = isMarkedAsWithdrawal(line, columns) || (columns !== hookColumns && amount < 0)
  const hasNoDeposit = sum !== undefined && emptyAmount.test(sum)
  // A line without a deposit is a withdrawal if its column of withdrawals has an amount. A line with a deposit and a
  // withdrawal is reported as broken, because it is unknown which of the two is correct.
  const out = cellOf(line, columns, 'out')
  if (isWithdrawal || hasNoDeposit)
    return { is: 'other', isWithdrawal: isWithdrawal || (parseSignedWon(out) ?? 0) !== 0 }
  const deposit = {
    externalId: cellOf(line, columns, 'externalId'),
    name: cellOf(line, columns, 'name'),
    amount,
    ...momentOf(cellOf(line, columns, 'at'), cellOf(line, columns, 'time')),
  }
  const faults: [BankTableColumn, boolean][] = [
    ['name', deposit.name === '' || deposit.name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(deposit.name)],
    ['amount', deposit.amount < 1],
    ['out', !emptyAmount.test(out)],
    ['externalId', /\p{Cc}/u.test(deposit.externalId)],
    ['at', !isMoment(deposit) || (now !== undefined && !isBooked(deposit, now))],
  ]
  const broken = faults.filter(([, wrong]) => wrong).map(([column]) => column)
  return broken.length > 0 ? { is: 'broken', columns: broken } : { is: 'credit', deposit }
}

const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Formats a time with the precision that the bank gave it, so that parsing the text gives the same precision again. */
const writtenMoment = ({ at, precision }: Moment): string => {
  if (precision === 'DAY') return at.slice(0, 10)
  return precision === 'MINUTE' ? at.replace(':00', '') : at
}

/** Formats deposits as a table that the import accepts: without headings, in the columns of the deposit hook. */
export const depositsAsCsv = (deposits: readonly ParsedDeposit[]): string =>
  deposits
    .map((deposit) =>
      [deposit.externalId, deposit.name, String(deposit.amount), writtenMoment(deposit)].map(quoteCell).join(','),
    )
    .join('\n')
