import type { SheetCell } from '#lib/core/write-xlsx.ts'
import type { Bank } from './bank-codes.ts'
import { recipientStatementText, shopStatementText, type TransferBank } from './labels.ts'

/** One transfer in a bulk-transfer file. `account` has only digits. `name` is the account holder's name. */
export type Transfer = {
  readonly refundId: number
  readonly bank: Bank
  readonly account: string
  readonly won: number
  readonly name: string
}

/**
 * Layout of a bank's bulk-transfer file (docs/sources.md). `format`: absent for .xlsx. `sheet`: name of the sheet.
 * `heads`: headings; null for none. `cells`: makes the cells of the line for a transfer.
 */
type FileLayout = {
  readonly format?: 'xls'
  readonly sheet: string
  readonly heads: readonly string[] | null
  readonly cells: (transfer: Transfer) => readonly SheetCell[]
}

/** Layout for banks whose own layout isn't known. Staff copy its columns into the bank's template. */
const commonLayout: FileLayout = {
  sheet: '대량이체',
  heads: ['입금은행', '은행코드', '입금계좌번호', '이체금액', '예금주', '받는분 통장표시', '내 통장표시'],
  cells: ({ refundId, bank, account, won, name }) => [
    ...[bank.name, bank.code, account, won, name],
    ...[recipientStatementText, shopStatementText(refundId)],
  ],
}

const layouts: Record<TransferBank, FileLayout> = {
  KB: {
    sheet: '대량이체',
    heads: ['은행코드', '계좌번호', '이체금액', '받는분통장표시', '내통장메모'],
    cells: ({ refundId, bank, account, won }) => [
      bank.code,
      account,
      won,
      recipientStatementText,
      shopStatementText(refundId),
    ],
  },
  SHINHAN: {
    sheet: '대량이체',
    heads: [
      ...['*입금은행', '*입금계좌', '고객관리성명', '*입금액'],
      ...['출금통장표시내용', '입금통장표시내용', '입금인코드', '비고'],
    ],
    cells: ({ refundId, bank, account, won, name }) => [
      ...[bank.code, account, name, won],
      ...[shopStatementText(refundId), recipientStatementText, '', ''],
    ],
  },
  WOORI: {
    format: 'xls',
    sheet: '다계좌이체',
    heads: null,
    cells: ({ refundId, bank, account, won }) => [
      ...[bank.name.replace(/은행$|뱅크$/, ''), account, won, shopStatementText(refundId), recipientStatementText, ''],
    ],
  },
  HANA: {
    format: 'xls',
    sheet: '다건이체',
    heads: [
      ...['입금은행코드', '입금계좌번호', '이체금액', '예상예금주'],
      ...['보내는분 통장표시내용', '받는분 통장표시내용', 'CMS/모집인코드'],
    ],
    cells: ({ refundId, bank, account, won, name }) => [
      ...[bank.code, account, won, name, shopStatementText(refundId), recipientStatementText, ''],
    ],
  },
  IBK: {
    sheet: '대량이체',
    heads: ['입금은행', '입금계좌번호', '이체금액', '내통장인쇄내용', '받는분통장인쇄내용', 'CMS코드'],
    cells: ({ refundId, bank, account, won }) => [
      bank.name,
      account,
      won,
      shopStatementText(refundId),
      recipientStatementText,
      '',
    ],
  },
  KBANK: {
    sheet: '대량이체등록정보',
    heads: ['* 입금은행(코드/은행명/증권사명)', '* 입금계좌', '* 이체금액(원)', '받는분 통장표시 ', '예금주'],
    cells: ({ bank, account, won, name }) => [bank.name, account, won, recipientStatementText, name],
  },
  NH: commonLayout,
  KAKAO: commonLayout,
  TOSS: commonLayout,
}

/** A sheet of a workbook; `name` is the name of the sheet. */
type Sheet = { format: 'xls' | 'xlsx'; name: string; rows: SheetCell[][] }

/**
 * Makes the sheet to upload on this bank's web page for bulk transfers: in the bank's layout, with one line for each
 * transfer.
 */
export function makeTransferSheet(bank: TransferBank, transfers: readonly Transfer[]): Sheet {
  const { format = 'xlsx', sheet, heads, cells } = layouts[bank]
  const lines = transfers.map((transfer) => [...cells(transfer)])
  return { format, name: sheet, rows: heads ? [[...heads], ...lines] : lines }
}
