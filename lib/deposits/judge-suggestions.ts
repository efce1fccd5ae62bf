import type { Db } from '#lib/core/db.ts'
import { matchingResultSql, oldestFittingChargeSql } from './queries/matching-rule.ts'

/**
 * Deposits that staff are about to settle, and the charges that they chose for them. There are no charges if staff send
 * the money back.
 */
type StaffChoice = { depositIds: readonly number[]; chargeIds: readonly number[] }

// A deposit has a suggestion if only its source prevents crediting the charge without staff (reason SOURCE). Only
// suggestions for deposits that the source has confirmed are judged, because suggestions for other deposits don't show
// how reliable the source is.
const judgeSql = `
  UPDATE deposits d SET suggestion = CASE WHEN judged.is_right THEN 'RIGHT' ELSE 'WRONG' END
  FROM (
    SELECT d.id, cardinality($1::int[]) = 1 AND cardinality($2::int[]) = 1
      AND (SELECT c.id FROM (${oldestFittingChargeSql}) c) = ALL ($2::int[]) AS is_right
    FROM deposits d WHERE d.id = ANY ($1::int[]) AND d.connection IS NOT NULL AND d.is_proved AND ${matchingResultSql} = 'SOURCE'
  ) judged
  WHERE d.id = judged.id`

/**
 * Records, for each of these deposits that has a suggestion, whether staff chose the suggested charge. Deposits that
 * their source hasn't confirmed are skipped; a split or merge counts as another choice. Call it before the deposits are
 * settled. The number of correct suggestions in a row decides whether an OWNER may let the source credit without staff
 * (docs/contract.md#deposit-sources).
 */
export async function judgeSuggestions(tx: Db, { depositIds, chargeIds }: StaffChoice): Promise<void> {
  await tx.rows(judgeSql, [depositIds, chargeIds])
}
