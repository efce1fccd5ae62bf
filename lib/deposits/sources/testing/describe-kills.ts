import { describe, expect, test } from 'vitest'
import { type Database, type Db, db } from '#lib/core/db.ts'
import { matchWaitingDeposits } from '../../match-deposit.ts'
import { askBack } from '../ask-back.ts'
import { pollSources } from '../poll-sources.ts'
import { syncRegistrations } from '../sync-registrations.ts'
import type { StandIn } from './stand-in.ts'
import { endWork, expectCredited, isCredited, newCharge, type SourceSuite, type TestCharge } from './suite-shop.ts'
import { connect, deliverWebhooks, depositsOf, endPauses } from './world.ts'

/** Thrown by `databaseKilledAt` in place of killing the process. */
export class Killed extends Error {}

/**
 * A database that behaves as for a process that is killed at its step number `last`. Each statement and each commit
 * counts as two steps, before and after it. All later statements fail, too, even if the first failure is caught.
 */
export function databaseKilledAt(last: number): { database: Database; isKilled(): boolean } {
  let steps = 0
  const step = () => {
    steps++
    if (steps >= last) throw new Killed(`killed at step ${last}`)
  }
  const dying = (handle: Db): Db => ({
    async rows<T>(...asked: Parameters<Db['rows']>) {
      step()
      const rows = await handle.rows<T>(...asked)
      step()
      return rows
    },
  })
  const database: Database = {
    ...db(),
    ...dying(db()),
    async transaction(run) {
      step()
      const value = await db().transaction(async (tx) => {
        const done = await run(dying(tx))
        step()
        return done
      })
      step()
      return value
    },
  }
  return { database, isKilled: () => steps >= last }
}

/** Rounds of work: enough for a service that works on a job before it answers. */
const ROUNDS = 6

/** Rounds after a charge was credited in which its deposit, asked for again, would be credited a second time. */
const ROUNDS_AFTER = 3

/** Declares the tests about workers that are killed between any two of their statements. */
export function describeKills({ kind, start }: SourceSuite): void {
  /** Runs one round of the worker's loops and the webhooks, on this database, while the members of these charges pay. */
  async function work(standIn: StandIn, database: Database, unpaid: Set<TestCharge>): Promise<void> {
    const isKnown = ({ name }: TestCharge) =>
      !standIn.registersAhead || standIn.registered().some((each) => each.name === name)
    await endPauses()
    await syncRegistrations(database)
    for (const charge of unpaid)
      if (isKnown(charge)) {
        unpaid.delete(charge)
        standIn.transfer(charge)
      }
    await deliverWebhooks(standIn, database)
    await askBack(database)
    await pollSources(database)
    await matchWaitingDeposits(database)
  }

  /** The worker that is killed: it works on for some rounds after all is done. */
  async function workUntilKilled(standIn: StandIn, database: Database, unpaid: Set<TestCharge>): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) await work(standIn, database, unpaid)
  }

  /** The worker that is started next. */
  async function workAfterKill(standIn: StandIn, charge: TestCharge, unpaid: Set<TestCharge>): Promise<void> {
    let after = 0
    for (let round = 0; round < ROUNDS && after < ROUNDS_AFTER; round++) {
      await work(standIn, db(), unpaid)
      if (await isCredited(charge)) after++
    }
  }

  describe('a worker', () => {
    // A worker a statement: a busy machine needs longer than other tests may take.
    test('that is killed between any two statements loses nothing and doubles nothing', {
      timeout: 400_000,
    }, async () => {
      let kills = 0
      for (let isKilled = true; isKilled; kills++) {
        // Each run has a new stand-in: one that reports all its former deposits would make each run longer than the one
        // before.
        const standIn = await start()
        await connect(standIn)
        const dying = databaseKilledAt(kills + 1)
        const charge = await newCharge()
        const unpaid = new Set([charge])
        await workUntilKilled(standIn, dying.database, unpaid).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
        isKilled = dying.isKilled()
        if (isKilled) await workAfterKill(standIn, charge, unpaid)
        await expectCredited([charge])
        expect((await depositsOf(kind)).filter(({ name }) => name === charge.name)).toHaveLength(1)
        await standIn.stop()
        await endWork(kind)
      }
      expect(kills).toBeGreaterThan(30)
    })
  })
}
