import { describe, expect, test } from 'vitest'
import { type Database, db } from '#lib/core/db.ts'
import { databaseKilledAt, ProcessKilled } from '#lib/deposits/sources/testing/database-killed-at.ts'
import { sendDocuments } from '../send-documents.ts'
import {
  connectIssuer,
  endIssuingWork,
  type IssuerSuite,
  makeDocumentsDue,
  netSumAtIssuer,
  newReceipt,
  reverseChargeOf,
} from './world.ts'

/** Declares the test about a worker that is killed between any two of its statements. */
export function describeIssuingKills({ start }: IssuerSuite): void {
  describe('a worker', () => {
    test('that is killed between any two statements issues and takes back once, and forgets nothing', async () => {
      let kills = 0
      for (let isKilled = true; isKilled; kills++) {
        const newStandIn = await start()
        newStandIn.documents.filesAtOnce = true
        await connectIssuer(newStandIn)
        const dying = databaseKilledAt(kills + 1, () => newStandIn.requests.length)
        const [kept, taken] = [await newReceipt(), await newReceipt()]
        const run = async (database: Database) => {
          for (let round = 0; round < 3; round++) {
            await makeDocumentsDue()
            await sendDocuments(database)
          }
        }
        let isReversed = false
        const runAll = async (database: Database) => {
          await run(database)
          if (!isReversed) await reverseChargeOf(taken)
          isReversed = true
          await run(database)
        }
        await runAll(dying.database).catch((error: unknown) => {
          if (!(error instanceof ProcessKilled)) throw error
        })
        isKilled = dying.isKilled()
        await runAll(db())
        expect([await netSumAtIssuer(newStandIn, kept), await netSumAtIssuer(newStandIn, taken)]).toEqual([kept.won, 0])
        expect(newStandIn.documents.issued).toHaveLength(3)
        await newStandIn.stop()
        await endIssuingWork()
      }
      expect(kills).toBeGreaterThan(10)
    })
  })
}
