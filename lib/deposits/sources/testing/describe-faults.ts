import { describe, expect, test } from 'vitest'
import { readConnection, requireConnection } from '#lib/connections/read-connection.ts'
import { db } from '#lib/core/db.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { depositSourceOf } from '../registry.ts'
import { MAX_SOURCE_REFUSALS } from '../rules.ts'
import { SourceError } from '../source.ts'
import { connectSource, readConnectionFailures, runWorkerRounds } from './connected-shop.ts'
import {
  expectCredited,
  expectNotCredited,
  faultOnFirstRequests,
  newCharge,
  payCharges,
  registerCharges,
  runUntilCredited,
  type SourceSuite,
} from './source-suite.ts'
import { standInFaults } from './stand-in.ts'

/** Open tasks about connections that are down. */
const openTasks = () =>
  db().rows<{ detail: unknown }>("SELECT detail FROM tasks WHERE kind = 'CONNECTION_DOWN' AND resolved_at IS NULL")

/** Declares the tests about a deposit source that misbehaves, doesn't answer, or refuses the key. */
export function describeFaults({ kind, standIn }: SourceSuite): void {
  const registersAhead = depositSourceOf(kind).register !== undefined
  const check = async () => depositSourceOf(kind).check(await requireConnection(db(), kind))
  const secretsOf = () => Object.values(standIn().wrongValues).filter((value) => value.length > 8)

  const expectKoreanSentence = (error: unknown): void => {
    expect(error).toBeInstanceOf(SourceError)
    const { sentence } = error as SourceError
    expect(sentence).toMatch(/[가-힣].*[.요]$/)
    for (const secret of [...secretsOf(), ...Object.values(standIn().values).filter((each) => each.length > 8)])
      expect(sentence).not.toContain(secret)
  }

  describe('a service', () => {
    test.each(standInFaults)(
      'that mistreats each first request (%s) loses nothing and doubles nothing',
      async (fault) => {
        await connectSource(standIn())
        const mistreated = faultOnFirstRequests(fault)
        // A request to a silent stand-in takes ten seconds to time out, so only requests for deposits get this fault.
        standIn().faultOf = (requestKind) =>
          fault !== 'silent' || requestKind === 'ask' || requestKind === 'poll' ? mistreated(requestKind) : undefined
        const charges = [await newCharge(), await newCharge()]
        await payCharges(standIn(), charges)
        await expectCredited(charges)
      },
    )

    test.each(standInFaults.filter((fault) => fault !== 'silent'))(
      'whose check is mistreated (%s) gets a Korean sentence',
      async (fault) => {
        await connectSource(standIn())
        standIn().faultOf = () => fault
        const outcome = await check()?.then(
          () => null,
          (error: unknown) => error,
        )
        if (fault === 'late') expect(outcome).toBe(null)
        else expectKoreanSentence(outcome)
      },
    )

    test('that mistreats four of ten requests in every way credits each charge once', async () => {
      await connectSource(standIn())
      // Faults in a fixed sequence, so that a failing test can be repeated. 'silent' and 'late' are left out, because
      // they take seconds each time.
      const faults = standInFaults.filter((fault) => fault !== 'silent' && fault !== 'late')
      let requests = 0
      standIn().faultOf = () => {
        requests++
        return requests % 5 < 2 ? faults[Math.floor(requests / 5) % faults.length] : undefined
      }
      const charges = []
      for (let at = 0; at < 10; at++) charges.push(await newCharge())
      await payCharges(standIn(), charges)
      await runUntilCredited(standIn(), charges)
      await expectCredited(charges)
    })

    test.runIf(registersAhead)(
      'that was away for long and then refuses a charge once is asked again: only refusals count',
      async () => {
        await connectSource(standIn())
        const charge = await newCharge()
        standIn().faultOf = () => '5xx'
        await runWorkerRounds(standIn(), 2 * MAX_SOURCE_REFUSALS)
        standIn().faultOf = faultOnFirstRequests('error')
        await payCharges(standIn(), [charge])
        await expectCredited([charge])
      },
    )

    test.runIf(registersAhead)(
      'that refuses a charge again and again is not asked to register it any more, and is a task with its reason',
      async () => {
        await connectSource(standIn())
        const charge = await newCharge()
        standIn().faultOf = () => 'error'
        await runWorkerRounds(standIn(), MAX_SOURCE_REFUSALS - 1)
        expect(await openTasks()).toEqual([])
        await runWorkerRounds(standIn(), 1)
        expect(await openTasks()).toEqual([{ detail: { connection: kind, error: expect.stringContaining('거절') } }])
        await closeTasksAsStaff('CONNECTION_DOWN')
        const before = standIn().requests.length
        expect(before).toBe(MAX_SOURCE_REFUSALS)
        await runWorkerRounds(standIn(), 3)
        expect(standIn().requests).toHaveLength(before)
        await expectNotCredited([charge])
      },
    )

    test('that is away for a while credits what came meanwhile when it is back', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      standIn().faultOf = () => 'untaken'
      standIn().transfer(charge)
      await runWorkerRounds(standIn(), 3)
      await expectNotCredited([charge])
      expect((await readConnectionFailures(kind)).failures).toBeGreaterThan(0)
      standIn().faultOf = () => undefined
      await runUntilCredited(standIn(), [charge])
      await expectCredited([charge])
      expect(await readConnectionFailures(kind)).toMatchObject({ error: null, failures: 0 })
    })

    test('that is down for fifteen minutes is a task, one, until it works again', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      standIn().faultOf = () => '5xx'
      await runWorkerRounds(standIn(), 1)
      expect(await openTasks()).toEqual([])
      await db().rows("UPDATE connections SET failing_since = now() - interval '16 minutes' WHERE kind = $1", [kind])
      await runWorkerRounds(standIn(), 3)
      expect(await openTasks()).toHaveLength(1)
      standIn().faultOf = () => undefined
      await payCharges(standIn(), [charge])
      expect(await openTasks()).toEqual([])
    })

    test('that accepts the values passes the check, which changes nothing there', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      const before = standIn().registered()
      await check()
      expect(standIn().registered()).toEqual(before)
    })

    test('that refuses the key says in Korean what to do, and credits nothing', async () => {
      await connectSource(standIn(), { values: standIn().wrongValues })
      const refusal = await check()?.then(
        () => null,
        (error: unknown) => error,
      )
      expectKoreanSentence(refusal)
      expect(refusal).toMatchObject({ fault: 'KEY' })
      const charge = await newCharge()
      await runWorkerRounds(standIn(), 3)
      expect((await readConnectionFailures(kind)).error).toBe((refusal as SourceError).sentence)
      standIn().transfer(charge)
      await runWorkerRounds(standIn(), 3)
      await expectNotCredited([charge])
    })

    test('that refused a key credits once the right one is stored', async () => {
      await connectSource(standIn(), { values: standIn().wrongValues })
      const charge = await newCharge()
      await runWorkerRounds(standIn(), 2)
      await connectSource(standIn())
      await payCharges(standIn(), [charge])
      await expectCredited([charge])
      expect(await readConnectionFailures(kind)).toMatchObject({ error: null, failures: 0 })
    })

    test('is asked nothing more once the shop is disconnected', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      await db().rows('DELETE FROM connections WHERE kind = $1', [kind])
      const before = standIn().requests.length
      standIn().transfer(charge)
      await runWorkerRounds(standIn(), 3)
      expect(standIn().requests).toHaveLength(before)
      expect(await readConnection(db(), kind)).toBe(null)
      await expectNotCredited([charge])
    })
  })
}
