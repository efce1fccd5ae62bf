import type { Db } from '#lib/core/db.ts'
import type { BookFaults, LastBookCheck, Proof } from '../schema.ts'

type StoredProof = Omit<Proof, 'faults'> & {
  faults: Omit<BookFaults, 'rewards' | 'debts' | 'bulkOrders' | 'promotions'> & Partial<BookFaults>
}

type FinishedCheck = { finishedAt: Date; balanced: boolean; askedBy: string | null; proof: StoredProof }

const lastFinishedCheckSql = `
  SELECT c.finished_at, c.balanced, m.login_id AS asked_by, c.proof
  FROM book_checks c LEFT JOIN members m ON m.id = c.asked_by
  WHERE c.finished_at IS NOT NULL ORDER BY c.id DESC LIMIT 1`

/**
 * SQL condition on a row of book_checks: the check is queued or running. A check that isn't finished ten minutes after
 * it was requested is treated as lost, because its worker has probably stopped.
 */
export const isBookCheckQueuedOrRunningSql = `finished_at IS NULL AND created_at > now() - interval '10 minutes'`

/** Result of the last finished check of the books; `running` is true while another check is queued or running. */
export async function readLastBookCheck(db: Db): Promise<LastBookCheck> {
  const [[check], running] = await Promise.all([
    db.rows<FinishedCheck>(lastFinishedCheckSql),
    db.rows(`SELECT FROM book_checks WHERE ${isBookCheckQueuedOrRunningSql} LIMIT 1`),
  ])
  return {
    balanced: check?.balanced ?? null,
    checkedAt: check?.finishedAt.toISOString() ?? null,
    askedBy: check?.askedBy ?? null,
    running: running.length > 0,
    // Proofs lack these lists if they were stored before rewards, debts, bulk orders and promotions were checked.
    // Missing lists are read as empty.
    proof: check
      ? { ...check.proof, faults: { rewards: [], debts: [], bulkOrders: [], promotions: [], ...check.proof.faults } }
      : null,
  }
}
