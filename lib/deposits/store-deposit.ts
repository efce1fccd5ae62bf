import type { ConnectionKind } from '#lib/connections/labels.ts'
import type { Db } from '#lib/core/db.ts'
import { wholePoints } from '#lib/money/points.ts'
import { normalDepositorName } from './rules.ts'
import type { ImportedDeposit } from './schema.ts'

/**
 * Where a deposit comes from: the signed hook, an import by the staff member with the id `importedBy`, or a deposit
 * source. `isProved` is true if the deposit source confirmed the deposit when the shop asked it; a webhook alone proves
 * nothing.
 */
export type DepositOrigin =
  | { source: 'HOOK' }
  | { source: 'IMPORT'; importedBy: number }
  | { source: 'CONNECTION'; connection: ConnectionKind; isProved: boolean }

// If only the minute or the day of a deposit is known, stores the end of that minute or day, because the money has
// certainly arrived by then. Never stores a time later than now.
const insertDepositSql = `
  INSERT INTO deposits (external_id, name, normal_name, amount, at, precision, source, imported_by, connection, is_proved)
  SELECT $1, $2, $3, $4, CASE $6
      WHEN 'MINUTE' THEN least(date_trunc('minute', $5::timestamptz) + interval '59.999 seconds', now())
      WHEN 'DAY' THEN least((date_trunc('day', $5::timestamptz AT TIME ZONE 'Asia/Seoul')
        + interval '1 day' - interval '1 millisecond') AT TIME ZONE 'Asia/Seoul', now())
      ELSE $5::timestamptz END, $6, $7, $8, $9, $10
  ON CONFLICT (external_id) DO NOTHING RETURNING id`

/** Stores a deposit and returns its id; null if its external id is already stored, even by a concurrent call. */
export async function storeDeposit(db: Db, deposit: ImportedDeposit, origin: DepositOrigin): Promise<number | null> {
  const { externalId, name, amount, at, precision } = deposit
  const [row] = await db.rows<{ id: number }>(insertDepositSql, [
    externalId,
    name,
    normalDepositorName(name),
    wholePoints(amount),
    at,
    precision,
    origin.source,
    origin.source === 'IMPORT' ? origin.importedBy : null,
    origin.source === 'CONNECTION' ? origin.connection : null,
    origin.source === 'CONNECTION' && origin.isProved,
  ])
  return row?.id ?? null
}

/**
 * Stores a deposit, or finds the deposit that is already stored with its external id. Tries twice: a refused or disputed
 * import may have given up the external id between the two statements.
 */
export async function storeOrFindDeposit(
  db: Db,
  deposit: ImportedDeposit,
  origin: DepositOrigin,
): Promise<{ depositId: number; isNew: boolean }> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const newId = await storeDeposit(db, deposit, origin)
    if (newId !== null) return { depositId: newId, isNew: true }
    const [known] = await db.rows<{ id: number }>('SELECT id FROM deposits WHERE external_id = $1', [
      deposit.externalId,
    ])
    if (known) return { depositId: known.id, isNew: false }
  }
  throw new Error('a deposit could neither be stored nor found')
}
