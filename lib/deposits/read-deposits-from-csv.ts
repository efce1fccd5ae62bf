import { sha256 } from '#lib/core/crypto.ts'
import { type ParsedDeposit, readBankLine, readBankTable } from './bank-files/rules.ts'
import { tooManyDeposits, unreadableLine } from './errors.ts'
import { GENERATED_ID_PREFIX } from './labels.ts'
import { MAX_IMPORTED_DEPOSITS } from './rules.ts'
import { type ImportedDeposit, importedDeposit } from './schema.ts'

/**
 * External id of a line: the bank's number or, if there is none, a hash of name, amount and time. Equal lines without a
 * number are separate credits: `turns` counts them, and the count is a part of the hash.
 */
function externalIdOf({ externalId, name, amount, at }: ParsedDeposit, turns: Map<string, number>): string {
  if (externalId) return externalId
  const content = JSON.stringify([name, amount, at])
  const turn = (turns.get(content) ?? 0) + 1
  turns.set(content, turn)
  return `${GENERATED_ID_PREFIX}${sha256(`${content}:${turn}`).toString('hex').slice(0, 32)}`
}

/**
 * Reads the deposits of a table given as text. Its columns are recognized by their headings; without headings they are
 * those of the deposit hook. Skips withdrawals and other lines without a deposit.
 * @throws BAD_INPUT a line can't be read or is dated later than now, or there are more deposits than one import
 * accepts
 */
export function readDepositsFromCsv(csv: string): ImportedDeposit[] {
  const { columns, lines } = readBankTable(csv)
  const turns = new Map<string, number>()
  const deposits = lines.flatMap((line) => {
    const bankLine = readBankLine(line, columns)
    if (bankLine.is === 'other') return []
    const parsedDeposit =
      bankLine.is === 'credit'
        ? importedDeposit.safeParse({ ...bankLine.deposit, externalId: externalIdOf(bankLine.deposit, turns) })
        : null
    if (!parsedDeposit?.success) throw unreadableLine(line.index + 1)
    return [parsedDeposit.data]
  })
  if (deposits.length > MAX_IMPORTED_DEPOSITS) throw tooManyDeposits(MAX_IMPORTED_DEPOSITS)
  return deposits
}
