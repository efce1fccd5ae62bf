import type { Db } from '#lib/core/db.ts'
import { oldestFittingSql, rulingSql } from './queries/matching-rule.ts'

/**
 * Deposits that staff are about to settle, and the charges that they chose for them: none if they send the money back.
 */
type StaffChoice = { depositIds: readonly number[]; chargeIds: readonly number[] }

// The shop suggests a charge if nothing but the deposit's source prevents crediting it without staff (reason SOURCE).
// Deposits without a suggestion, and those that the service hasn't confirmed, say nothing about how reliable the source
// is.
const judgeSql = `
  UPDATE deposits d SET suggestion = CASE WHEN judged.is_right THEN 'RIGHT' ELSE 'WRONG' END
  FROM (
    SELECT d.id, cardinality($1::int[]) = 1 AND cardinality($2::int[]) = 1
      AND (SELECT c.id FROM (${oldestFittingSql}) c) = ALL ($2::int[]) AS is_right
    FROM deposits d WHERE d.id = ANY ($1::int[]) AND d.connection IS NOT NULL AND d.is_proved AND ${rulingSql} = 'SOURCE'
  ) judged
  WHERE d.id = judged.id`

/**
 * Records for each of these deposits that a connected service has confirmed, and for which the shop suggests a charge,
 * whether staff chose this charge; a split or merge counts as another choice. Call it before the deposits are settled.
 * The number of right suggestions in a row decides whether an OWNER may let the source credit without staff
 * (docs/contract.md#deposit-sources).
 */
export async function judgeSuggestions(tx: Db, { depositIds, chargeIds }: StaffChoice): Promise<void> {
  await tx.rows(judgeSql, [depositIds, chargeIds])
}
