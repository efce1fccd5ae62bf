import { normalName, plainNumber } from '#lib/charges/rules.ts'
import { MAX_LINES_ABOVE_HEADINGS, plainHeading, type TableLine, tableLinesOf } from '#lib/deposits/bank-files/rules.ts'
import type { LineFault, TransferResult } from './labels.ts'

/** Maximum number of cash refunds in one bulk-transfer file. */
export const MAX_TRANSFERS = 200
/** Maximum number of lines in the file with the results that the bank gives back for it. */
export const MAX_RESULT_LINES = 1_000

/**
 * True for an account holder's name that may be put into a bank's file: letters, digits and the punctuation of company
 * names, and a first character that no spreadsheet takes for the beginning of a formula.
 */
export const isHolderName = (name: string): boolean =>
  /^[\p{L}\p{N}(（㈜][\p{L}\p{N}\p{M} ()（）㈜.&·,'-]{0,49}$/u.test(name)

type ResultColumn = 'account' | 'amount' | 'name' | 'result'

/**
 * Headings that banks use in the results of a bulk transfer, as `plainHeading` normalizes them, in order of preference.
 */
const resultHeadings: Record<ResultColumn, readonly string[]> = {
  account: ['입금계좌번호', '입금계좌', '받는계좌번호', '받는계좌', '수취계좌번호', '상대계좌번호', '계좌번호', '계좌'],
  amount: ['이체금액', '입금액', '입금금액', '처리금액', '이체요청금액', '금액'],
  name: ['예금주명', '예금주성명', '예금주', '실예금주', '받는분', '받는분성명', '수취인', '수취인명', '수취인성명'],
  result: ['처리결과', '이체결과', '결과', '처리상태', '이체상태', '상태', '처리내용', '결과내용', '오류여부'],
}

type ResultColumns = Readonly<Record<ResultColumn, number>>

function columnsOf(cells: readonly string[]): ResultColumns {
  const names = cells.map((cell) => plainHeading(cell.replace(/^\*/, '')))
  const placeOf = (known: readonly string[]) =>
    known.map((each) => names.indexOf(each)).find((place) => place >= 0) ?? -1
  const { account, amount, name, result } = resultHeadings
  return { account: placeOf(account), amount: placeOf(amount), name: placeOf(name), result: placeOf(result) }
}

const successText = /^(정상|이체|처리|입금|송금)*(정상|성공|완료|이체|입금|처리)$/
const failureText = /오류|실패|불능|불가|에러|거절|거부|비정상|취소|미처리|미이체/

/** What a bank's word for a result means; null for any other word, such as 처리중 or 예약. */
export function resultOf(text: string): TransferResult | null {
  const word = text.replace(/[\s()[\]/·._-]/g, '')
  if (failureText.test(word)) return 'FAILED'
  return /정상|성공|완료/.test(word) && successText.test(word) ? 'SENT' : null
}

/**
 * A line of a bank's result; what can't be read is null or empty. `line` counts from 1; `name` is null if there is no
 * such column.
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

function readLine({ at, cells }: TableLine, columns: ResultColumns): ResultLine {
  const cell = (column: ResultColumn): string => cells[columns[column]] ?? ''
  const account = plainNumber(cell('account').replace(/^'/, ''))
  const name = cell('name')
  return {
    line: at + 1,
    account: /^\d{1,20}$/.test(account) ? account : '',
    won: wonOf(cell('amount')),
    name: name === '' ? null : name,
    result: resultOf(cell('result')),
  }
}

/**
 * Reads a bank's result of a bulk transfer, pasted or exported. Returns null if no line has headings for account,
 * amount and result.
 */
export function readResults(text: string): ResultLine[] | null {
  const lines = tableLinesOf(text)
  const heads = lines.slice(0, MAX_LINES_ABOVE_HEADINGS).map(({ cells }) => columnsOf(cells))
  const head = heads.findIndex(({ account, amount, result }) => account >= 0 && amount >= 0 && result >= 0)
  const columns = heads[head]
  if (!columns) return null
  return lines.slice(head + 1).map((line) => readLine(line, columns))
}

/** A refund in a file. `accountKey` identifies the account; it and `name` are empty once the member's data is erased. */
export type FiledRefund = {
  readonly refundId: number
  readonly accountKey: string
  readonly won: number
  readonly name: string
  readonly result: TransferResult | null
  /** True if the refund goes to an account of the staff member who reports the result. */
  readonly isOwn: boolean
}

/**
 * What a line of a result does: it marks the refund `refundId`, repeats an earlier mark of it (`isRepeated`), or does
 * nothing because of its `fault`.
 */
export type LineVerdict = ResultLine & {
  readonly refundId: number | null
  readonly isRepeated: boolean
  readonly fault: LineFault | null
}

type KeyedLine = ResultLine & { readonly accountKey: string }

/** Why a line fits none of the file's refunds; null if it fits one. */
function faultOf(line: KeyedLine, filed: readonly FiledRefund[]): LineFault | null {
  // A line whose account can't be read has no key, and neither has a refund whose account is erased.
  const ofAccount = filed.filter(({ accountKey }) => accountKey !== '' && accountKey === line.accountKey)
  const ofSum = ofAccount.filter(({ won }) => won === line.won)
  const isNamed = ({ name }: FiledRefund) =>
    line.name === null || name === '' || normalName(name) === normalName(line.name)
  if (ofAccount.length === 0) return 'NO_REFUND'
  if (ofSum.length === 0) return 'AMOUNT'
  if (!ofSum.every(isNamed)) return 'NAME'
  return line.result === null ? 'NO_RESULT' : null
}

/**
 * Compares the lines of a result with the refunds of the file. A line marks a refund only if account, amount and, where
 * the bank names one, holder are equal, and no other refund could be meant: if several lines have the same account and
 * amount, there must be as many such refunds, and all these lines must have the same result.
 */
export function judgeResults(lines: readonly KeyedLine[], filed: readonly FiledRefund[]): LineVerdict[] {
  const fitting = lines.filter((line) => faultOf(line, filed) === null)
  const keyOf = ({ accountKey, won }: { accountKey: string; won: number | null }) => `${accountKey} ${won}`
  const used = new Set<number>()
  return lines.map(({ accountKey, ...line }) => {
    const nothing = { ...line, refundId: null, isRepeated: false }
    const fault = faultOf({ ...line, accountKey }, filed)
    if (fault) return { ...nothing, fault }
    const key = keyOf({ accountKey, won: line.won })
    const twins = filed.filter((each) => keyOf(each) === key)
    const same = fitting.filter((each) => keyOf(each) === key)
    const isClear = same.length === twins.length && same.every(({ result }) => result === line.result)
    const refund = twins.find(({ refundId }) => !used.has(refundId))
    if (!isClear || !refund) return { ...nothing, fault: 'UNCLEAR' }
    used.add(refund.refundId)
    if (refund.isOwn) return { ...nothing, fault: 'OWN' }
    if (refund.result !== null && refund.result !== line.result) return { ...nothing, fault: 'CONTRARY' }
    return { ...line, refundId: refund.refundId, isRepeated: refund.result !== null, fault: null }
  })
}
