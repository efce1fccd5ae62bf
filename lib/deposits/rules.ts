import type { Funding } from '#lib/charges/labels.ts'
import { canApprove } from '#lib/charges/rules.ts'
import { predicate } from '#lib/core/predicate.ts'
import type { BankTableColumn, DepositPrecision, DepositSource } from './labels.ts'

/** Deposits that the matching job may credit, and staff match, split or return. */
export const waitingDeposit = predicate<{ status: string }>({ status: 'WAITING' })

/** Deposits that pay for nothing yet: waiting ones, and those of an import that a second person has to confirm. */
export const unsettledDeposit = predicate<{ status: string }>({ status: ['WAITING', 'UNCONFIRMED'] })

export const isWaiting = (deposit: { status: string }): boolean => waitingDeposit.holds(deposit)

export const isSettled = (deposit: { status: string }): boolean => !unsettledDeposit.holds(deposit)

type DepositEvidence = {
  readonly source: DepositSource
  /** Staff member who confirmed the import: a second person, or the only OWNER with his password and a reason. */
  readonly confirmedBy: number | null
}

/** Funding of a charge paid by these deposits: the weakest among them. */
export function fundingOf(deposits: readonly DepositEvidence[]): Funding {
  if (deposits.every(({ source }) => source === 'HOOK')) return 'AUTHENTICATED'
  return deposits.every((deposit) => deposit.source === 'HOOK' || deposit.confirmedBy !== null)
    ? 'CONFIRMED'
    : 'UNCONFIRMED'
}

/** Most deposits in one import. */
export const MAX_DEPOSITS = 1_000

/** Banks' names of each column, without spaces and punctuation, in order of preference. */
const bankHeadings: Record<BankTableColumn, readonly string[]> = {
  externalId: ['externalid', 'id', '거래번호', '거래고유번호', '관리번호'],
  name: [
    'name',
    ...['입금자명', '입금자', '보낸분받는분', '보낸분', '의뢰인수취인', '의뢰인명', '의뢰인', '거래자명', '거래처'],
    ...['기재내용', '내용', '적요'],
  ],
  amount: ['amount', '입금액', '입금금액', '맡기신금액', '입금', '거래금액', '금액'],
  at: ['at', 'date', '거래일시', '입금일시', '일시', '거래일자', '거래일', '입금일자', '입금일', '날짜', '일자'],
  time: ['time', '거래시간', '거래시각', '시간', '시각'],
}

/** Columns assumed for a table without headings: the fields of the deposit hook, in its order. */
const hookColumns: readonly BankTableColumn[] = ['externalId', 'name', 'amount', 'at']

/**
 * Matches a quoted cell with the white space around it. In a table separated by tabs, tabs aren't part of that white
 * space, so that each character is read only once.
 */
const quotedCell = /^\s*"((?:[^"]|"")*)"\s*/
const quotedCellOfTabs = /^[^\S\t]*"((?:[^"]|"")*)"[^\S\t]*/

/**
 * Most cells to read of a line, more than any bank's table has. Without it, a line of only commas would have 250,000.
 */
const MAX_CELLS = 200

/** Cells of a line separated by `mark`; a quoted cell may contain the separator, and quotes by doubling them. */
function cellsOf(line: string, mark: string): string[] {
  const pattern = mark === '\t' ? quotedCellOfTabs : quotedCell
  const cells: string[] = []
  let rest = line
  for (;;) {
    const quoted = pattern.exec(rest)
    const end = quoted ? quoted[0].length : (rest.indexOf(mark) + rest.length + 1) % (rest.length + 1)
    cells.push((quoted ? (quoted[1] ?? '').replaceAll('""', '"') : rest.slice(0, end)).trim())
    if (rest[end] !== mark || cells.length === MAX_CELLS) return cells
    rest = rest.slice(end + 1)
  }
}

const plainHeading = (cell: string): string =>
  cell
    .replace(/[\s()[\]{}/·._-]/g, '')
    .toLowerCase()
    .replace(/(?<=.)원$/, '')

export type TableColumns = readonly (BankTableColumn | null)[]

/** Columns by position, guessed from the headings; null for an unknown heading. */
function guessColumns(cells: readonly string[]): TableColumns {
  const names = cells.map(plainHeading)
  const columns: (BankTableColumn | null)[] = names.map(() => null)
  for (const [column, known] of Object.entries(bankHeadings)) {
    const heading = known.find((name) => names.some((each, at) => each === name && columns[at] === null))
    if (heading) columns[names.indexOf(heading)] = column as BankTableColumn
  }
  return columns
}

export type TableLine = {
  readonly cells: readonly string[]
  /** Line number in the text, counted from 0. */
  readonly at: number
}

/** A bank's table: its headings (null without), the columns guessed from them, and its lines. */
export type BankTable = {
  readonly head: readonly string[] | null
  readonly columns: TableColumns
  readonly lines: readonly TableLine[]
}

/** Most lines above the headings; banks put titles and account numbers there. */
const MAX_LINES_ABOVE_HEADINGS = 30

/**
 * Reads a table pasted or exported from a bank's page, separated by commas, tabs or semicolons. Without headings, the
 * columns are assumed to be in the order of the deposit hook.
 */
export function readTable(text: string): BankTable {
  const all = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const filled = all.flatMap((line, at) => (line.trim() === '' ? [] : [{ line, at }]))
  const mark = ['\t', ';'].find((each) => filled.filter(({ line }) => line.includes(each)).length * 2 > filled.length)
  const lines = filled.map(({ line, at }) => ({ at, cells: cellsOf(line, mark ?? ',') }))
  const head = lines.slice(0, MAX_LINES_ABOVE_HEADINGS).findIndex(({ cells }) => {
    const columns = guessColumns(cells)
    return columns.includes('amount') && columns.includes('name')
  })
  if (head < 0) return { head: null, columns: hookColumns, lines }
  const { cells = [] } = lines[head] ?? {}
  return { head: cells, columns: guessColumns(cells), lines: lines.slice(head + 1) }
}

const twoDigits = (part = '0'): string => part.padStart(2, '0')

/** Most characters of a time; longer texts are rejected before a regular expression reads them. */
const MAX_MOMENT_LENGTH = 60

type Moment = { readonly at: string; readonly precision: DepositPrecision }

const isoMinute = /(T\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/

/**
 * Parses date and time. Formats of banks are in Seoul time; ISO 8601 keeps its offset. Missing parts become 0, and
 * `precision` says which were given.
 */
function momentOf(day: string, time: string): Moment {
  const text = [day, time].filter(Boolean).join(' ')
  if (text.length > MAX_MOMENT_LENGTH) return { at: text, precision: 'EXACT' }
  const match =
    /^(\d{4})[-./]?\s?(\d{1,2})[-./]?\s?(\d{1,2})\.?(?:[ T]+(오전|오후)?\s*(\d{1,2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?)?$/.exec(
      text,
    )
  if (!match && isoMinute.test(text)) return { at: text.replace(isoMinute, '$1:00$2'), precision: 'MINUTE' }
  if (!match) return { at: text, precision: 'EXACT' }
  const [, year, month, date, half, hour, minute, second] = match
  const hours = half ? (Number(hour) % 12) + (half === '오후' ? 12 : 0) : Number(hour ?? '0')
  return {
    at: `${year}-${twoDigits(month)}-${twoDigits(date)}T${twoDigits(String(hours))}:${twoDigits(minute)}:${twoDigits(second)}+09:00`,
    precision: hour === undefined ? 'DAY' : second === undefined ? 'MINUTE' : 'EXACT',
  }
}

const amountOf = (text: string): number =>
  /^\+?[\d,]+(\.0+)?원?$/.test(text) ? Number(text.replace(/[,원+]/g, '')) : Number.NaN

const MAX_NAME_LENGTH = 100

export type ReadDeposit = Moment & { readonly externalId: string; readonly name: string; readonly amount: number }

/** Result of reading a line: a credit, another kind of line (such as a withdrawal), or one with unreadable cells. */
export type ReadLine =
  | { readonly is: 'credit'; readonly deposit: ReadDeposit }
  | { readonly is: 'other' }
  | { readonly is: 'broken'; readonly columns: readonly BankTableColumn[] }

export function readLine({ cells }: TableLine, columns: TableColumns): ReadLine {
  const cell = (column: BankTableColumn): string | undefined => {
    const place = columns.indexOf(column)
    return place < 0 ? undefined : cells[place]
  }
  const sum = cell('amount')
  if (sum !== undefined && /^-?0*$/.test(sum)) return { is: 'other' }
  const deposit = {
    externalId: cell('externalId') ?? '',
    name: cell('name') ?? '',
    amount: amountOf(sum ?? ''),
    ...momentOf(cell('at') ?? '', cell('time') ?? ''),
  }
  const faults: [BankTableColumn, boolean][] = [
    ['name', deposit.name === '' || deposit.name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(deposit.name)],
    ['amount', !(deposit.amount >= 1)],
    [
      'at',
      deposit.at.length > MAX_MOMENT_LENGTH ||
        Number.isNaN(Date.parse(deposit.at)) ||
        !/T.*([+-]\d\d:\d\d|Z)$/.test(deposit.at),
    ],
  ]
  const broken = faults.filter(([, wrong]) => wrong).map(([column]) => column)
  return broken.length > 0 ? { is: 'broken', columns: broken } : { is: 'credit', deposit }
}

const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Time with the precision given by the bank, so that parsing it again gives the same precision. */
const writtenMoment = ({ at, precision }: Moment): string => {
  if (precision === 'DAY') return at.replace(/T.*$/, '')
  return precision === 'MINUTE' ? at.replace(/(T\d{2}:\d{2}):00(Z|[+-]\d{2}:\d{2})$/, '$1$2') : at
}

/** Formats credits as a table in the order of the deposit hook, as accepted by the import. */
export const csvOf = (deposits: readonly ReadDeposit[]): string =>
  deposits
    .map((deposit) =>
      [deposit.externalId, deposit.name, String(deposit.amount), writtenMoment(deposit)].map(quoteCell).join(','),
    )
    .join('\n')

/** Sum of amounts in won, exact to a hundredth. */
export const sumOfWon = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount * 100, 0) / 100

/**
 * Whether staff approved the charge before its money arrived: a deposit is then only linked to it and credits nothing.
 */
export const wasApprovedBefore = (charge: Parameters<typeof canApprove>[0]): boolean => !canApprove(charge)
