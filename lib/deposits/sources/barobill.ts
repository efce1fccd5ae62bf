import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { log } from '#lib/core/log.ts'
import type { NewBankRow } from '../statements/store-rows.ts'
import {
  dayBefore,
  isCorrection,
  laterDay,
  parseBankAmount,
  parseBankBalance,
  parseBankMovement,
  parseBankTime,
  parseDepositorName,
  seoulDayDigits,
  storedRowText,
} from './bank-rows.ts'
import { barobillRefusalError, barobillUnreadable, callBarobill, isBarobillRefusal } from './barobill-client.ts'
import { descendantAt, textOfChild, type XmlElement } from './read-xml.ts'
import { type DepositSource, type PolledStatement, type SourceDeposit, SourceError } from './source.ts'

// Barobill collects the rows of the account from the bank, every ten minutes at most. The shop asks Barobill for the
// rows collected so far. docs/sources.md describes the protocol and says where each part of it is documented.

type Barobill = DecryptedConnection<'barobill'>

const ACCOUNT = 'BANKACCOUNT'

/**
 * Number of days before today that the first poll reads besides today: a deposit may still credit an expired charge.
 */
const FIRST_DAYS = 3
/** Maximum number of days before today that a poll reads besides today. Barobill allows 200 days. */
const MAX_DAYS = 30
const ROWS_PER_PAGE = 100
/** Maximum number of pages that are read at once: 10,000 rows. */
const MAX_PAGES = 100

/** Name of the element with the depositor's name, as chosen in the connection's form. */
const nameElementOf = (connection: Barobill) =>
  connection.value('nameField') === '2' ? 'TransRemark2' : 'TransRemark1'

/**
 * A row of the account. `deposit`: null if the row isn't a credit. `balance`: the balance in won after the row.
 * `bankRow`: the row as it is stored to compare a day at the bank with the shop's records.
 */
type Row = { deposit: SourceDeposit | null; balance: number | null; bankRow: NewBankRow | null }

/**
 * Makes the id of a deposit from the account, the deposit's time and amount, and the balance after it (from its
 * remarks, if there is no balance). Barobill's own TransRefKey can't be used: it changes each time Barobill collects
 * the row.
 */
function naturalKey(connection: Barobill, row: XmlElement): string {
  const [account, at, sum] = [
    connection.value('accountNumber').slice(-6),
    textOfChild(row, 'TransDT'),
    textOfChild(row, 'Deposit'),
  ]
  const balance = textOfChild(row, 'Balance')
  const remarks = `${textOfChild(row, 'TransRemark1')}\n${textOfChild(row, 'TransRemark2')}`
  const suffix =
    balance === '' ? `r${sha256(remarks).toString('hex').slice(0, 16)}` : `b${parseBankAmount(balance) ?? balance}`
  return `${account}-${at}-${parseBankAmount(sum)}-${suffix}`.slice(0, 120)
}

/**
 * Converts a row to the form in which it is stored to compare a day at the bank with the shop's records. Null if it has
 * no amount in won, or its time can't be read.
 */
function bankRowOf(connection: Barobill, row: XmlElement): NewBankRow | null {
  const currency = textOfChild(row, 'CurrencyCode')
  const moment = parseBankTime(textOfChild(row, 'TransDT'))
  const { paidIn, paidOut } = parseBankMovement(textOfChild(row, 'Deposit'), textOfChild(row, 'Withdraw'))
  if ((currency !== '' && currency !== 'KRW') || !moment || paidIn + paidOut === 0) return null
  const remarks = [textOfChild(row, 'TransRemark1'), textOfChild(row, 'TransRemark2')].map(storedRowText)
  const [name = '', memo = ''] = connection.value('nameField') === '2' ? remarks.toReversed() : remarks
  const balance = parseBankBalance(textOfChild(row, 'Balance'))
  return { key: `${naturalKey(connection, row)}-${paidOut}`, ...moment, name, memo, paidIn, paidOut, balance }
}

/** Reads a row; 'UNREADABLE' if it can't be read. A row in a currency other than won isn't a credit. */
function readRow(connection: Barobill, row: XmlElement): Row | 'UNREADABLE' {
  const balance = parseBankAmount(textOfChild(row, 'Balance'))
  const withoutDeposit: Row = { deposit: null, balance, bankRow: bankRowOf(connection, row) }
  const sum = textOfChild(row, 'Deposit')
  const currency = textOfChild(row, 'CurrencyCode')
  const isNoCredit = /^-?0*(\.0+)?$/.test(sum) || isCorrection(sum) || textOfChild(row, 'TransDirection') === '출금'
  if (isNoCredit) return withoutDeposit
  if (currency !== '' && currency !== 'KRW') return withoutDeposit
  const [amount, moment] = [parseBankAmount(sum), parseBankTime(textOfChild(row, 'TransDT'))]
  if (amount === null || !moment) return 'UNREADABLE'
  const name = parseDepositorName(textOfChild(row, nameElementOf(connection)))
  const deposit: SourceDeposit = { id: naturalKey(connection, row), name, amount, ...moment, isProved: true }
  return { ...withoutDeposit, deposit }
}

/**
 * Makes ids (the field `id`) unique: appends a number to the id of all but the first of several rows with the same id.
 * Each poll reads whole days, so a row gets the same number each time.
 */
function numberRepeatedIds<K extends string, R extends Record<K, string>>(rows: readonly R[], id: K): R[] {
  const occurrences = new Map<string, number>()
  return rows.map((row) => {
    const occurrence = (occurrences.get(row[id]) ?? 0) + 1
    occurrences.set(row[id], occurrence)
    return occurrence === 1 ? row : { ...row, [id]: `${row[id]}-${occurrence}` }
  })
}

/**
 * Reads the page with the number `page` (from 1) of the rows of these days (`YYYYMMDD`). Returns them with the number
 * of pages (`pages`), and the number of rows on all pages (`total`, as text).
 */
async function readPage(connection: Barobill, period: { from: string; to: string }, page: number) {
  const result = await callBarobill(connection, ACCOUNT, 'GetPeriodBankAccountTransLog', {
    CERTKEY: connection.value('certKey'),
    CorpNum: connection.value('corpNum'),
    ID: connection.value('userId'),
    BankAccountNum: connection.value('accountNumber'),
    StartDate: period.from,
    EndDate: period.to,
    // Deposits and withdrawals.
    TransDirection: 1,
    CountPerPage: ROWS_PER_PAGE,
    CurrentPage: page,
    // Oldest first.
    OrderDirection: 1,
  })
  const currentPage = textOfChild(result, 'CurrentPage')
  if (isBarobillRefusal(currentPage)) throw await barobillRefusalError(connection, ACCOUNT, currentPage)
  const pages = Number(textOfChild(result, 'MaxPageNum'))
  if (!/^\d+$/.test(currentPage) || !Number.isInteger(pages)) throw barobillUnreadable()
  return {
    pages,
    total: textOfChild(result, 'MaxIndex'),
    rows: descendantAt(result, 'BankAccountLogList')?.children ?? [],
  }
}

/**
 * Reads the rows of the days `from` to `to`, oldest first. Leaves out rows that can't be read, and logs their number.
 * @throws SourceError UNREADABLE there are more than MAX_PAGES pages; BUSY a row was added while the pages were read,
 * so that a row may be missing or be on two pages; other faults of `readPage`
 */
async function readPeriod(connection: Barobill, period: { from: string; to: string }): Promise<Row[]> {
  const firstPage = await readPage(connection, period, 1)
  if (firstPage.pages > MAX_PAGES)
    throw new SourceError('UNREADABLE', '거래내역이 너무 많아 다 읽지 못해요. 은행 파일로 가져와 주세요.')
  const elements = [...firstPage.rows]
  for (let page = 2; page <= firstPage.pages; page++) {
    const { total, rows } = await readPage(connection, period, page)
    if (total !== firstPage.total) throw new SourceError('BUSY', '읽는 동안 거래내역이 늘었어요. 저절로 다시 읽어요.')
    elements.push(...rows)
  }
  const rows = elements.map((element) => readRow(connection, element))
  const readableRows = rows.filter((row) => row !== 'UNREADABLE')
  if (readableRows.length < rows.length)
    log.error('rows of a service cannot be read', { kind: 'barobill', rows: rows.length - readableRows.length })
  return readableRows
}

const depositsIn = (rows: readonly Row[]): SourceDeposit[] =>
  numberRepeatedIds(
    rows.map(({ deposit }) => deposit).filter((deposit) => deposit !== null),
    'id',
  )

const statementOf = (connection: Barobill, rows: readonly Row[]): PolledStatement => ({
  account: `barobill ${connection.value('accountNumber').slice(-4)}`,
  rows: numberRepeatedIds(
    rows.map(({ bankRow }) => bankRow).filter((row) => row !== null),
    'key',
  ),
})

/** The last day read by earlier polls, from the stored cursor; null before the first poll. */
const lastDayOf = (cursor: unknown): string | null =>
  typeof cursor === 'string' && /^\d{8}$/.test(cursor) ? cursor : null

/** Barobill's account inquiry. It reports every credit of the account once Barobill has collected it from the bank. */
export const barobill: DepositSource<'barobill'> = {
  kind: 'barobill',

  async check(connection) {
    const result = await callBarobill(connection, ACCOUNT, 'GetBankAccountEx2', {
      CERTKEY: connection.value('certKey'),
      CorpNum: connection.value('corpNum'),
      AvailOnly: 1,
    })
    const accounts = (result?.children ?? []).map((row) =>
      textOfChild(row, 'BankAccountNum').replace(/[\s-](?=\d)/g, ''),
    )
    const [first] = result?.children ?? []
    const code = textOfChild(first, 'BankAccountNum')
    if (isBarobillRefusal(code)) throw await barobillRefusalError(connection, ACCOUNT, code)
    const account = connection.value('accountNumber')
    if (account !== '' && !accounts.includes(account))
      throw new SourceError('KEY', '바로빌에 사용 중인 계좌로 등록되어 있지 않아요. 바로빌의 계좌관리를 확인해 주세요.')
  },

  async poll(connection, stored) {
    if (connection.value('accountNumber') === '')
      return { deposits: [], cursor: null, pauseSeconds: 600, unsettled: 'UNFINISHED' }
    const lastDay = lastDayOf(stored)
    const to = seoulDayDigits(Date.now())
    const from = laterDay(
      lastDay === null ? seoulDayDigits(Date.now(), -FIRST_DAYS) : dayBefore(lastDay),
      seoulDayDigits(Date.now(), -MAX_DAYS),
    )
    const rows = await readPeriod(connection, { from, to })
    return { deposits: depositsIn(rows), statement: statementOf(connection, rows), cursor: to }
  },

  async reconcile(connection, day) {
    const digits = day.replaceAll('-', '')
    const rows = await readPeriod(connection, { from: digits, to: digits })
    return { deposits: depositsIn(rows), balance: rows.at(-1)?.balance ?? null }
  },
}
