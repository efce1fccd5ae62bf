import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { sha256 } from '#lib/core/crypto.ts'
import type { Database } from '#lib/core/db.ts'
import type { StatementImportCounts, StatementRow } from './schema.ts'
import { storeBankRows } from './store-rows.ts'

/** Key of a row. It is the same each time the file is imported, so that the row is stored once. */
const keyOf = ({ at, paidIn, paidOut, balance, name, memo, turn }: StatementRow): string =>
  sha256(JSON.stringify([Date.parse(at), paidIn, paidOut, balance, name, memo, turn])).toString('hex')

/**
 * Stores rows of a bank's file, each once, to compare a day at the bank with the shop's records
 * (docs/contract.md#a-days-money). These rows credit nothing. Safe to repeat.
 */
export async function importStatement(
  db: Database,
  actor: StaffActor,
  { account, rows }: { account: string; rows: readonly StatementRow[] },
): Promise<StatementImportCounts> {
  const keyedRows = rows.map((row) => ({ ...row, key: keyOf(row) }))
  return db.transaction(async (tx) => {
    const stored = await storeBankRows(tx, keyedRows, { account, importedBy: actor.memberId })
    const answer = { stored, known: rows.length - stored }
    if (stored > 0)
      await recordAudit(tx, actor, {
        action: 'bank-row.import',
        subjectType: 'bank-row',
        subjectId: 'import',
        after: { account, ...answer },
      })
    return answer
  })
}
