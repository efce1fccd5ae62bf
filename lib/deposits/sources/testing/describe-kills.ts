import { describe, expect, test } from 'vitest'
import { type Database, db } from '#lib/core/db.ts'
import { matchWaitingDeposits } from '../../match-deposit.ts'
import { askAboutReports } from '../ask-about-reports.ts'
import { pollSources } from '../poll-sources.ts'
import { syncRegistrations } from '../sync-registrations.ts'
import { connectSource, deliverWebhooks, depositsOf, makeSourceWorkDue } from './connected-shop.ts'
import { databaseKilledAt, ProcessKilled } from './database-killed-at.ts'
import {
  endUnfinishedWork,
  expectCredited,
  isCredited,
  newCharge,
  type SourceSuite,
  type TestCharge,
} from './source-suite.ts'
import type { StandIn } from './stand-in.ts'

/**
 * Maximum number of rounds of work. Six rounds are enough even for a deposit source that fetches deposits in a job, and
 * so reports a deposit only after several rounds.
 */
const ROUNDS = 6

/** Rounds of work after a charge was credited. In these, a mistake would credit its deposit a second time. */
const ROUNDS_AFTER = 3

/** Declares the tests about workers that are killed, at each of the moments of `databaseKilledAt`. */
export function describeKills({ kind, start }: SourceSuite): void {
  /**
   * Does one round of work: runs the worker's loops, makes members pay the unpaid charges, and delivers the webhooks.
   */
  async function work(standIn: StandIn, database: Database, unpaid: Set<TestCharge>): Promise<void> {
    const isKnown = ({ name }: TestCharge) =>
      !standIn.registersAhead || standIn.registered().some((each) => each.name === name)
    await makeSourceWorkDue()
    await syncRegistrations(database)
    for (const charge of unpaid)
      if (isKnown(charge)) {
        unpaid.delete(charge)
        standIn.transfer(charge)
      }
    await deliverWebhooks(standIn, database)
    await askAboutReports(database)
    await pollSources(database)
    await matchWaitingDeposits(database)
  }

  /**
   * Does the work of the worker that is killed. If the kill doesn't happen, does ROUNDS rounds, even after all is done.
   */
  async function workUntilKilled(standIn: StandIn, database: Database, unpaid: Set<TestCharge>): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) await work(standIn, database, unpaid)
  }

  /**
   * Does the work of the worker that is started after the kill: at most ROUNDS rounds, and at most ROUNDS_AFTER after
   * the charge was credited.
   */
  async function workAfterKill(standIn: StandIn, charge: TestCharge, unpaid: Set<TestCharge>): Promise<void> {
    let roundsAfterCredit = 0
    for (let round = 0; round < ROUNDS && roundsAfterCredit < ROUNDS_AFTER; round++) {
      await work(standIn, db(), unpaid)
      if (await isCredited(charge)) roundsAfterCredit++
    }
  }

  describe('a worker', () => {
    test('that is killed between any two statements loses nothing and doubles nothing', async () => {
      let kills = 0
      for (let isKilled = true; isKilled; kills++) {
        // Each run has a new stand-in. A stand-in that is used again would report all its earlier deposits again, and
        // the runs would take longer and longer.
        const standIn = await start()
        await connectSource(standIn)
        const killed = databaseKilledAt(kills + 1, () => standIn.requests.length)
        const charge = await newCharge()
        const unpaid = new Set([charge])
        await workUntilKilled(standIn, killed.database, unpaid).catch((error: unknown) => {
          if (!(error instanceof ProcessKilled)) throw error
        })
        isKilled = killed.isKilled()
        if (isKilled) await workAfterKill(standIn, charge, unpaid)
        await expectCredited([charge])
        expect((await depositsOf(kind)).filter(({ name }) => name === charge.name)).toHaveLength(1)
        await standIn.stop()
        await endUnfinishedWork(kind)
      }
      expect(kills).toBeGreaterThan(10)
    })
  })
}
