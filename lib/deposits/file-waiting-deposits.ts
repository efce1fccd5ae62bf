import type { Db } from '#lib/core/db.ts'
import { suggestionReasons } from './labels.ts'
import { oldestFittingSql } from './queries/matching-rule.ts'
import { suspectedUnderOtherNameSql } from './queries/suspected-duplicate.ts'
import { whyWaitingSql } from './queries/why-waiting.ts'
import { waitingDeposit } from './rules.ts'

/**
 * SQL condition: an open charge fits deposit `d`, which probably reports a credit again under another name. But the
 * deposit may also be another member's transfer, so staff should look soon. A second report under the same name is
 * common and can wait.
 */
const isDoubtfulNameSql = `(d.disputed_at IS NULL AND ${suspectedUnderOtherNameSql('d')} AND EXISTS (${oldestFittingSql}))`

/**
 * Files a task for each waiting deposit that has none: 10 minutes after it was stored if it waits for one of
 * `suggestionReasons` or is doubtful only by its name, and in any case a day after the bank booked it. Closes the task
 * once the deposit is settled.
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
           AND (${whyWaitingSql} = ANY ($1::text[]) OR ${isDoubtfulNameSql})))
     ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING`,
    [suggestionReasons],
  )
  await db.rows(
    `UPDATE tasks SET resolved_at = now() WHERE kind = 'DEPOSIT' AND resolved_at IS NULL
       AND EXISTS (SELECT FROM deposits d WHERE d.id = tasks.ref_id AND NOT ${waitingDeposit.sql('d')})`,
  )
}
