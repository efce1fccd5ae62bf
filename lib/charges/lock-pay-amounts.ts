import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'

/**
 * Locks these amounts (the amounts to be paid, in hundredths of a won), so that transactions that credit a charge of
 * the same amount run one after another. If the same bank credit is reported twice, or is reported while staff approve
 * its charge, the second transaction sees what the first has done. Call it before any row is locked.
 */
export const lockPayAmounts = (tx: Db, amounts: readonly Points[]) =>
  tx.rows(
    `SELECT pg_advisory_xact_lock(hashtext('match-deposit'), hash)
     FROM (SELECT DISTINCT hashint8(amount) AS hash FROM unnest($1::bigint[]) AS amount ORDER BY hash) AS amounts`,
    [amounts],
  )
