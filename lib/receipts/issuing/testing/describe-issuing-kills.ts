import { describe, expect, test } from 'vitest'
import { type Database, db } from '#lib/core/db.ts'
import { databaseKilledAt, Killed } from '#lib/deposits/sources/testing/describe-kills.ts'
import { sendDocuments } from '../send-documents.ts'
import { connectIssuer, endPauses, endWork, type IssuerSuite, newReceipt, reverse, statedSum } from './world.ts'

/** Declares the tests about workers that are killed between any two of their statements. */
export function describeIssuingKills({ start }: IssuerSuite): void {
  describe('a worker', () => {
    test('that is killed between any two statements issues and takes back once, and forgets nothing', async () => {
      let kills = 0
      for (let isKilled = true; isKilled; kills++) {
        const fresh = await start()
        fresh.documents.filesAtOnce = true
        await connectIssuer(fresh)
        const dying = databaseKilledAt(kills + 1)
        const [kept, taken] = [await newReceipt(), await newReceipt()]
        const run = async (database: Database) => {
          for (let round = 0; round < 3; round++) {
            await endPauses()
            await sendDocuments(database)
          }
        }
        let isReversed = false
        const all = async (database: Database) => {
          await run(database)
          if (!isReversed) await reverse(taken)
          isReversed = true
          await run(database)
        }
        await all(dying.database).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
        isKilled = dying.isKilled()
        await all(db())
        expect([await statedSum(fresh, kept), await statedSum(fresh, taken)]).toEqual([kept.won, 0])
        expect(fresh.documents.issued).toHaveLength(3)
        await fresh.stop()
        await endWork()
      }
      expect(kills).toBeGreaterThan(30)
    })
  })
}
