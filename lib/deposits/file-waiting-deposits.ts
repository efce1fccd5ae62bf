import type { Db } from '#lib/core/db.ts'
import { suggestionReasons } from './labels.ts'
import { oldestFittingChargeSql } from './queries/matching-rule.ts'
import { isSuspectedUnderOtherNameSql } from './queries/suspected-duplicate.ts'
import { waitReasonSql } from './queries/why-waiting.ts'
import { waitingDeposit } from './rules.ts'

/**
 * SQL condition: deposit `d` may be a second report of a credit that was already reported under another name, and an
 * open charge fits `d`. Staff should look soon, because `d` may also be another member's own transfer. (Second reports
 * under the same name are common and can wait.)
 */
const isDoubtfulNameSql = `(d.disputed_at IS NULL AND ${isSuspectedUnderOtherNameSql('d')} AND EXISTS (${oldestFittingChargeSql}))`

/**
 * Files a task for each waiting deposit that has no open task, a day after the bank booked the deposit. A deposit gets
 * its task already 10 minutes after it was stored if it waits for one of `suggestionReasons`, or if `isDoubtfulNameSql`
 * is true for it. Closes the tasks of settled deposits.
 */
export async function fileWaitingDeposits(db: Db): Promise<void> {
  await db.rows(
    `INSERT INTO tasks (kind, ref_type, ref_id, detail)
     SELECT 'DEPOSIT', 'deposit', id, json_build_object('name', name, 'amount', amount / 100, 'at', at)
     FROM deposits d WHERE ${waitingDeposit.sql()}
       AND NOT EXISTS (SELECT FROM tasks t WHERE t.kind = 'DEPOSIT' AND t.ref_type = 'deposit' AND t.ref_id = d.id
         AND t.resolved_at IS NULL)
       AND (at < now() - interval '24 hours'
         OR (created_at < now() - interval '10 minutes'
           AND (${waitReasonSql} = ANY ($1::text[]) OR ${isDoubtfulNameSql})))
     ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING`,
    [suggestionReasons],
  )
  await db.rows(
    `UPDATE tasks SET resolved_at = now() WHERE kind = 'DEPOSIT' AND resolved_at IS NULL
       AND EXISTS (SELECT FROM deposits d WHERE d.id = tasks.ref_id AND NOT ${waitingDeposit.sql('d')})`,
  )
}
