import type { Db } from '#lib/core/db.ts'
import { oldestFittingSql, rulingSql } from './queries/matching-rule.ts'

/**
 * Deposits that staff are about to settle, and the charges that they chose for them; no charges if the money is sent
 * back.
 */
type Judged = { depositIds: readonly number[]; chargeIds: readonly number[] }

// A charge is a suggestion of the shop if nothing but the source of the deposit prevents a credit without staff (reason
// SOURCE). Deposits without such a suggestion, and those known only from a webhook, prove nothing about the source.
const judgeSql = `
  UPDATE deposits d SET suggestion = CASE WHEN judged.is_right THEN 'RIGHT' ELSE 'WRONG' END
  FROM (
    SELECT d.id, cardinality($1::int[]) = 1 AND cardinality($2::int[]) = 1
      AND (SELECT c.id FROM (${oldestFittingSql}) c) = ALL ($2::int[]) AS is_right
    FROM deposits d WHERE d.id = ANY ($1::int[]) AND d.connection IS NOT NULL AND d.is_proved AND ${rulingSql} = 'SOURCE'
  ) judged
  WHERE d.id = judged.id`

/**
 * Records for each deposit of a connected service that staff settle by hand whether they chose the charge that the shop
 * suggested. Call it before the deposits are settled. The number of right suggestions in a row decides whether the
 * source may credit without staff (docs/contract.md#deposit-sources).
 */
export async function judgeSuggestions(tx: Db, { depositIds, chargeIds }: Judged): Promise<void> {
  await tx.rows(judgeSql, [depositIds, chargeIds])
}
