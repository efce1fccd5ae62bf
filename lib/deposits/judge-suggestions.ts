import type { Db } from '#lib/core/db.ts'
import { oldestFittingSql, rulingSql } from './queries/matching-rule.ts'

/** Deposits that staff are about to settle, and the charges that they chose for them; none if the money goes back. */
type Judged = { depositIds: readonly number[]; chargeIds: readonly number[] }

// A charge that only its source keeps from being credited (reason SOURCE) is what the shop suggests. Deposits without
// such a suggestion, or of which only a webhook told, prove nothing about the source.
const judgeSql = `
  UPDATE deposits d SET suggestion = CASE WHEN judged.is_right THEN 'RIGHT' ELSE 'WRONG' END
  FROM (
    SELECT d.id, cardinality($1::int[]) = 1 AND cardinality($2::int[]) = 1
      AND (SELECT c.id FROM (${oldestFittingSql}) c) = ALL ($2::int[]) AS is_right
    FROM deposits d WHERE d.id = ANY ($1::int[]) AND d.connection IS NOT NULL AND d.is_proved AND ${rulingSql} = 'SOURCE'
  ) judged
  WHERE d.id = judged.id`

/**
 * Records for each deposit of a connected service that staff settle by hand whether they accepted the charge that the
 * shop suggested. Call it before they are settled. How often a source was right decides whether it may be switched on
 * (docs/contract.md#deposit-sources).
 */
export async function judgeSuggestions(tx: Db, { depositIds, chargeIds }: Judged): Promise<void> {
  await tx.rows(judgeSql, [depositIds, chargeIds])
}
