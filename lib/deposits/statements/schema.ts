import { z } from 'zod'
import { seoulDayField, timeWithOffset } from '#lib/core/list-query.ts'
import { boundedList, trimmedText } from '#lib/core/text.ts'
import { depositPrecisions } from '../labels.ts'
import { MAX_STATEMENT_ROWS } from './rules.ts'

const MAX_WON = 1_000_000_000_000
const won = z.int().min(0).max(MAX_WON)

/** A row of a bank's file, with amounts in won. `turn` numbers identical rows of the file, from 1. */
export const statementRow = z.object({
  at: timeWithOffset,
  precision: z.enum(depositPrecisions),
  name: trimmedText(100),
  memo: trimmedText(100),
  paidIn: won,
  paidOut: won,
  balance: z.int().min(-MAX_WON).max(MAX_WON).nullable(),
  turn: z.int().min(1).max(100_000),
})

export type StatementRow = z.output<typeof statementRow>

/** Rows of a file, oldest first. `account` is the account number found above the rows; empty if there is none. */
export const statementInput = z.object({
  account: trimmedText(40),
  rows: boundedList(statementRow, MAX_STATEMENT_ROWS, { least: 1 }),
})

/** Result of an import: the number of new rows (`stored`), and of rows that had been stored before (`known`). */
export const statementImportCounts = z.object({ stored: z.int(), known: z.int() })

export type StatementImportCounts = z.output<typeof statementImportCounts>

/**
 * Kinds of differences between the bank's rows of a day and the shop's records. BALANCE_GAP: the balances show that
 * rows are missing. NOT_STORED: the bank has a deposit that the shop hasn't. NOT_AT_BANK: the shop has a deposit that
 * the bank hasn't. WITHDRAWAL: the bank has a withdrawal that is neither a fee nor a cash refund. REFUND_NOT_AT_BANK:
 * the shop has a paid cash refund without a withdrawal.
 */
export const bankDifferenceKinds = [
  'BALANCE_GAP',
  'NOT_STORED',
  'NOT_AT_BANK',
  'WITHDRAWAL',
  'REFUND_NOT_AT_BANK',
] as const

export type BankDifferenceKind = (typeof bankDifferenceKinds)[number]

/** A day in Seoul; today if it is absent. */
export const bankDayQuery = z.object({ day: seoulDayField.optional() })

/** Count and sum of the day's rows of one kind: those that came in, that went out, or that are fees. */
const countAndSum = z.object({ count: z.int(), won: z.number() })

/** A day of the shop's bank accounts, as the bank's rows show it; sums are in won (docs/contract.md#a-days-money). */
export const bankDay = z.object({
  day: z.string(),
  accounts: z.array(
    z.object({
      account: z.string(),
      paidIn: countAndSum,
      paidOut: countAndSum,
      fees: countAndSum,
      /**
       * Balance before the first row of the day. If the bank states no balance after that row: the last balance stated
       * before the day, null if there is none.
       */
      opening: z.number().nullable(),
      /** Last balance that the bank states on the day; null if there is none. */
      closing: z.number().nullable(),
      /**
       * The first 300 rows of the day. `gap` is the difference between the balance stated after the row and the
       * expected one; null if it can't be computed.
       */
      rows: z.array(
        z.object({
          id: z.int(),
          at: z.iso.datetime(),
          name: z.string(),
          memo: z.string(),
          paidIn: z.number(),
          paidOut: z.number(),
          balance: z.number().nullable(),
          gap: z.number().nullable(),
          isFee: z.boolean(),
          refundIds: z.array(z.int()),
        }),
      ),
    }),
  ),
  /** Count of all differences; `rows` below has the first 200. */
  differences: z.int(),
  rows: z.array(
    z.object({
      kind: z.enum(bankDifferenceKinds),
      /** Id of the bank's row, or of the deposit or cash refund that the bank doesn't have. */
      id: z.int(),
      account: z.string(),
      name: z.string(),
      won: z.number(),
    }),
  ),
  /** True if there are more rows around the day than are compared. */
  isCut: z.boolean(),
})

/** A day of the shop's bank accounts by the bank's rows, in won, with the differences from the shop's records. */
export type BankDay = z.output<typeof bankDay>
