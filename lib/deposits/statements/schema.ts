import { z } from 'zod'
import { boundedList, textParsedBy, trimmedText } from '#lib/core/text.ts'
import { depositPrecisions } from '../labels.ts'
import { MAX_STATEMENT_ROWS } from './rules.ts'

const MAX_WON = 1_000_000_000_000
const won = z.int().min(0).max(MAX_WON)

/** A row of a bank's file. `turn` counts rows of the file that are alike in everything, from 1. */
export const statementRow = z.object({
  at: textParsedBy(40, z.iso.datetime({ offset: true })),
  precision: z.enum(depositPrecisions),
  name: trimmedText(100),
  memo: trimmedText(100),
  paidIn: won,
  paidOut: won,
  balance: z.int().min(-MAX_WON).max(MAX_WON).nullable(),
  turn: z.int().min(1).max(100_000),
})

export type StatementRow = z.output<typeof statementRow>

/** Rows of a file, the oldest first. `account`: the number that stands above them; empty if none does. */
export const statementInput = z.object({
  account: trimmedText(40),
  rows: boundedList(statementRow, MAX_STATEMENT_ROWS, { least: 1 }),
})

export const storedStatement = z.object({ stored: z.int(), known: z.int() })

export type StoredStatement = z.output<typeof storedStatement>
