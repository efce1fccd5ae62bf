import { type Database, type Db, db, oneRow } from '#lib/core/db.ts'

/** Thrown by the database of `databaseKilledAt`, which only pretends that the process was killed. */
export class ProcessKilled extends Error {}

/**
 * True if the transaction has written or locked a row so far. The statement runs in a separate turn of the event loop,
 * because scripts/record-columns.ts would otherwise take it for a statement of the caller.
 */
const hasWritten = (tx: Db): Promise<boolean> =>
  new Promise((resolve, reject) =>
    setImmediate(() =>
      oneRow<{ hasId: boolean }>(tx, 'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS has_id').then(
        ({ hasId }) => resolve(hasId),
        reject,
      ),
    ),
  )

/**
 * Makes a database that behaves as if the process were killed at the moment number `killMoment`, counted from 1. All
 * later statements and commits fail, too, even if the first failure is caught. `isKilled` returns true from that moment
 * on. `countRequests` returns the number of requests that the process has sent to other servers so far.
 *
 * The moments are: before the first statement, after each commit that has written something, and before each statement
 * that follows requests to other servers. Other moments need no test: a killed process leaves behind what it has
 * committed and what it has sent, so a kill within a transaction, for example, leaves behind the same as a kill before
 * it. Between two requests without a statement in between there is no moment, because at most one of the two changes
 * something on the other server.
 */
export function databaseKilledAt(
  killMoment: number,
  countRequests: () => number,
): { database: Database; isKilled(): boolean } {
  let moment = 1
  let requests = countRequests()
  const throwIfKilled = () => {
    if (moment >= killMoment) throw new ProcessKilled(`killed at moment ${killMoment}`)
  }
  const passRequests = () => {
    if (countRequests() > requests) moment++
    requests = countRequests()
    throwIfKilled()
  }
  const database: Database = {
    ...db(),
    rows: (...statement) => database.transaction((tx) => tx.rows(...statement)),
    async transaction(run, options) {
      passRequests()
      let isWritten = false
      const value = await db().transaction(async (tx) => {
        const result = await run({
          async rows(...statement) {
            throwIfKilled()
            return tx.rows(...statement)
          },
        })
        isWritten = await hasWritten(tx)
        // A concurrent transaction may have committed while this one ran, and so have reached the moment of the kill.
        // Then this one must fail too.
        throwIfKilled()
        return result
      }, options)
      if (isWritten) moment++
      throwIfKilled()
      return value
    },
  }
  return { database, isKilled: () => moment >= killMoment }
}
