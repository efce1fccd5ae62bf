import { sha256 } from '#lib/core/crypto.ts'
import { tooManyDeposits, unreadableLine } from './errors.ts'
import { MOST_DEPOSITS, type ReadDeposit, readLine, readTable } from './rules.ts'
import { type ImportedDeposit, importedDeposit } from './schema.ts'

/** Id of a line. Two equal lines are two credits, told apart by their number among equals. */
function idOf({ externalId, name, amount, at }: ReadDeposit, turns: Map<string, number>): string {
  if (externalId) return externalId
  const same = JSON.stringify([name, amount, at])
  const turn = (turns.get(same) ?? 0) + 1
  turns.set(same, turn)
  return `csv:${sha256(`${same}:${turn}`).toString('hex').slice(0, 32)}`
}

/**
 * The credits of a table pasted or exported from a bank's page.
 * @throws BAD_INPUT with the line that can't be read, or more of them than one import takes
 */
export function readCsv(csv: string): ImportedDeposit[] {
  const { columns, lines } = readTable(csv)
  const turns = new Map<string, number>()
  const deposits = lines.flatMap((line) => {
    const read = readLine(line, columns)
    if (read.is === 'other') return []
    const parsed =
      read.is === 'credit'
        ? importedDeposit.safeParse({ ...read.deposit, externalId: idOf(read.deposit, turns) })
        : null
    if (!parsed?.success) throw unreadableLine(line.at + 1)
    return [parsed.data]
  })
  if (deposits.length > MOST_DEPOSITS) throw tooManyDeposits(MOST_DEPOSITS)
  return deposits
}
