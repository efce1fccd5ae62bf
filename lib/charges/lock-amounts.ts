import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'

/**
 * Lets transactions that credit charges of these amounts (to be paid, in hundredths of a won) run one after another: of
 * two reports of one credit of the bank, or of a report and an approval by hand, the second is judged only after the
 * first is settled. Call it before any row is locked.
 */
export const lockAmounts = (tx: Db, amounts: readonly Points[]) =>
  tx.rows(
    `SELECT pg_advisory_xact_lock(hashtext('match-deposit'), hash)
     FROM (SELECT DISTINCT hashint8(amount) AS hash FROM unnest($1::bigint[]) AS amount ORDER BY hash) AS amounts`,
    [amounts],
  )
