import { plainNumber } from '#lib/charges/rules.ts'
import { normalName } from '#lib/core/normal-name.ts'
import {
  MAX_LINES_ABOVE_HEADINGS,
  normalizeHeading,
  splitIntoTableLines,
  type TableLine,
} from '#lib/deposits/bank-files/rules.ts'
import type { TransferLineFault, TransferResult } from './labels.ts'

/** Maximum number of cash refunds in one bulk-transfer file. */
export const MAX_TRANSFERS = 200
/** Maximum number of lines in a bank's table of transfer results. */
export const MAX_RESULT_LINES = 1_000

/**
 * True for an account holder's name that may be put into a bank's file: up to 50 letters, digits and punctuation of
 * company names. Its first character never makes a spreadsheet read the cell as a formula.
 */
export const isUsableHolderName = (name: string): boolean =>
  /^[\p{L}\p{N}(（㈜][\p{L}\p{N}\p{M} ()（）㈜.&·,'-]{0,49}$/u.test(name)

/** A column of a bank's table of transfer results: account, amount, account holder's name, and result. */
type ResultColumn = 'account' | 'amount' | 'name' | 'result'

/** Headings that banks use for each column, as `normalizeHeading` normalizes them, preferred ones first. */
const resultHeadings: Record<ResultColumn, readonly string[]> = {
  account: ['입금계좌번호', '입금계좌', '받는계좌번호', '받는계좌', '수취계좌번호', '상대계좌번호', '계좌번호', '계좌'],
  amount: ['이체금액', '입금액', '입금금액', '처리금액', '이체요청금액', '금액'],
  name: ['예금주명', '예금주성명', '예금주', '실예금주', '받는분', '받는분성명', '수취인', '수취인명', '수취인성명'],
  result: ['처리결과', '이체결과', '결과', '처리상태', '이체상태', '상태', '처리내용', '결과내용', '오류여부'],
}

/** Index of each column in the table; -1 if the table has no such column. */
type ResultColumns = Readonly<Record<ResultColumn, number>>

function columnsOf(cells: readonly string[]): ResultColumns {
  const names = cells.map((cell) => normalizeHeading(cell.replace(/^\*/, '')))
  const indexOfAny = (headings: readonly string[]) =>
    headings.map((heading) => names.indexOf(heading)).find((index) => index >= 0) ?? -1
  const { account, amount, name, result } = resultHeadings
  return {
    account: indexOfAny(account),
    amount: indexOfAny(amount),
    name: indexOfAny(name),
    result: indexOfAny(result),
  }
}

const successText = /^(정상|이체|처리|입금|송금)*(정상|성공|완료|이체|입금|처리)$/
const failureText = /오류|실패|불능|불가|에러|거절|거부|비정상|취소|미처리|미이체/

/**
 * The result that a bank's word means, such as 정상 (normal) or 오류 (error); null for any other word, such as 처리중 (in
 * progress) or 예약 (scheduled).
 */
export function parseTransferResult(text: string): TransferResult | null {
  const word = text.replace(/[\s()[\]/·._-]/g, '')
  if (failureText.test(word)) return 'FAILED'
  return /정상|성공|완료/.test(word) && successText.test(word) ? 'SENT' : null
}

/**
 * A line of a bank's table of transfer results. `line`: number of the line, from 1. `won`: the transferred amount.
 * `name`: null if the table names no account holder. A value that can't be read is null; an unreadable `account` is
 * empty.
 */
export type ResultLine = {
  readonly line: number
  readonly account: string
  readonly won: number | null
  readonly name: string | null
  readonly result: TransferResult | null
}

const wonOf = (text: string): number | null =>
  /^\d[\d,]{0,14}(\.0+)?원?$/.test(text) ? Number(text.replace(/\.0+|[,원]/g, '')) : null

function readLine({ index, cells }: TableLine, columns: ResultColumns): ResultLine {
  const cell = (column: ResultColumn): string => cells[columns[column]] ?? ''
  const account = plainNumber(cell('account').replace(/^'/, ''))
  const name = cell('name')
  return {
    line: index + 1,
    account: /^\d{1,20}$/.test(account) ? account : '',
    won: wonOf(cell('amount')),
    name: name === '' ? null : name,
    result: parseTransferResult(cell('result')),
  }
}

/**
 * Reads a bank's table of transfer results, pasted or exported from its web page. Returns null if none of the first
 * MAX_LINES_ABOVE_HEADINGS lines has headings for account, amount and result.
 */
export function parseResultTable(text: string): ResultLine[] | null {
  const lines = splitIntoTableLines(text)
  const candidates = lines.slice(0, MAX_LINES_ABOVE_HEADINGS).map(({ cells }) => columnsOf(cells))
  const headingsAt = candidates.findIndex(({ account, amount, result }) => account >= 0 && amount >= 0 && result >= 0)
  const columns = candidates[headingsAt]
  if (!columns) return null
  return lines.slice(headingsAt + 1).map((line) => readLine(line, columns))
}

/**
 * A cash refund in a transfer file. `accountKey` is a hash of the account number. `accountKey` and `name` are empty
 * once the member's data is erased. `result` is null until the transfer's result is known.
 */
export type RefundInTransferFile = {
  readonly refundId: number
  readonly accountKey: string
  readonly won: number
  readonly name: string
  readonly result: TransferResult | null
  /** True if the refund's member is the person who reports the result, with this or another of his accounts. */
  readonly isOwn: boolean
  /** True if the transfer of this refund failed in an earlier file. */
  readonly failedBefore: boolean
}

/**
 * What a line of a bank's table of results does. It marks the refund `refundId`, or repeats the mark that this refund
 * already has (`isRepeated`), or does nothing because of its `fault`.
 */
export type ResultLineVerdict = ResultLine & {
  readonly refundId: number | null
  readonly isRepeated: boolean
  readonly fault: TransferLineFault | null
}

/** A line with the hash of its account number (`accountKey`; empty if the account number can't be read). */
type KeyedLine = ResultLine & { readonly accountKey: string }

/** Why a line, judged without the other lines, can't mark a refund of the file; null if there is no such fault. */
function faultOf(line: KeyedLine, filed: readonly RefundInTransferFile[]): TransferLineFault | null {
  // An empty key never fits: it belongs to a line whose account can't be read, or to a refund whose account is erased.
  const ofAccount = filed.filter(({ accountKey }) => accountKey !== '' && accountKey === line.accountKey)
  const ofAmount = ofAccount.filter(({ won }) => won === line.won)
  const hasSameName = ({ name }: RefundInTransferFile) =>
    line.name === null || name === '' || normalName(name) === normalName(line.name)
  if (ofAccount.length === 0) return 'NO_REFUND'
  if (ofAmount.length === 0) return 'AMOUNT'
  if (!ofAmount.every(hasSameName)) return 'NAME'
  return line.result === null ? 'NO_RESULT' : null
}

/**
 * Compares the lines of a bank's table of results with the refunds of the file. A line marks a refund only if all of
 * this is true:
 * - Account and amount are the same and, if the bank names one, the account holder.
 * - If the file has several refunds with this account and amount, the table has one line without a fault for each of
 *   them, and all these lines have the same result.
 * - The refund isn't one of the staff member who reports the results.
 * - The refund isn't already marked with the other result.
 * - The line doesn't report a failure of a refund that failed in an earlier file: it may come from the bank's page about
 *   that file, and a refund that is wrongly marked as failed can be sent twice. Staff mark it by hand.
 */
export function judgeResultLines(
  lines: readonly KeyedLine[],
  filed: readonly RefundInTransferFile[],
): ResultLineVerdict[] {
  const markingLines = lines.filter((line) => faultOf(line, filed) === null)
  const keyOf = ({ accountKey, won }: { accountKey: string; won: number | null }) => `${accountKey} ${won}`
  const usedIds = new Set<number>()
  return lines.map(({ accountKey, ...line }) => {
    const unmarked = { ...line, refundId: null, isRepeated: false }
    const fault = faultOf({ ...line, accountKey }, filed)
    if (fault) return { ...unmarked, fault }
    const key = keyOf({ accountKey, won: line.won })
    const refundsAlike = filed.filter((each) => keyOf(each) === key)
    const linesAlike = markingLines.filter((each) => keyOf(each) === key)
    const isClear =
      linesAlike.length === refundsAlike.length && linesAlike.every(({ result }) => result === line.result)
    const refund = refundsAlike.find(({ refundId }) => !usedIds.has(refundId))
    if (!isClear || !refund) return { ...unmarked, fault: 'UNCLEAR' }
    usedIds.add(refund.refundId)
    if (refund.isOwn) return { ...unmarked, fault: 'OWN' }
    if (refund.result !== null && refund.result !== line.result) return { ...unmarked, fault: 'CONTRARY' }
    if (refund.result === null && refund.failedBefore && line.result === 'FAILED')
      return { ...unmarked, fault: 'FAILED_BEFORE' }
    return { ...line, refundId: refund.refundId, isRepeated: refund.result !== null, fault: null }
  })
}
