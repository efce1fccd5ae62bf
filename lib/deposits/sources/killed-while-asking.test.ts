import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeKillableWorkers } from '#lib/core/testing/killable-workers.ts'
import type { SourceKind } from './labels.ts'
import { connectSource, deliverWebhooks, depositsOf, makeSourceWorkDue } from './testing/connected-shop.ts'
import { endUnfinishedWork, expectCredited, newCharge, type TestCharge } from './testing/source-suite.ts'
import { type StandIn, type StandInFault, standInFaults } from './testing/stand-in.ts'
import { standInStarters } from './testing/stand-ins.ts'

/**
 * Number of charges, and of kills, for each source. `npm run prove -- sources` runs the test in full, with 30 kills.
 */
const CHARGES = Number(process.env.PROOF_CHARGES || 40)
const KILLS = Number(process.env.PROOF_KILLS || 6)
const TIME_LIMIT_MS = 60_000 + KILLS * 4_000 + CHARGES * 1_000

const workers = makeKillableWorkers(join(import.meta.dirname, 'testing/source-worker.ts'))
const standIns: StandIn[] = []

afterAll(async () => {
  await workers.killAll()
  await Promise.all(standIns.map((each) => each.stop()))
})

/** Faults that end immediately; 'silent' and 'late' would only make the test slower. */
const quickFaults = standInFaults.filter((fault) => fault !== 'silent' && fault !== 'late')

const anyFault = (): StandInFault | undefined =>
  Math.random() < 0.3 ? quickFaults[Math.floor(Math.random() * quickFaults.length)] : undefined

/**
 * Makes members pay once the shop has registered their charges, if the deposit source must know them. Some webhooks are
 * sent twice, some in reverse order, and some not at all. If a source can't detect a second registration, a killed
 * worker may have registered a charge twice; then the member pays on the page that the shop knows.
 */
async function payAndDeliver(standIn: StandIn, unpaid: Set<TestCharge>): Promise<void> {
  const registered = await db().rows<{ chargeId: number; remoteId: string | null }>(
    "SELECT charge_id, remote_id FROM source_registrations WHERE connection = $1 AND state = 'REGISTERED'",
    [standIn.kind],
  )
  const remoteIds = new Map(registered.map(({ chargeId, remoteId }) => [chargeId, remoteId]))
  for (const charge of unpaid) {
    if (standIn.registersAhead && !remoteIds.has(charge.id)) continue
    unpaid.delete(charge)
    const remoteId = remoteIds.get(charge.id)
    standIn.transfer({ ...charge, ...(remoteId && { remoteId }) })
  }
  const sent = standIn.webhooks.splice(0).filter(() => Math.random() < 0.8)
  standIn.webhooks.push(...sent.toReversed(), ...sent.filter(() => Math.random() < 0.3))
  await deliverWebhooks(standIn)
}

const countCredited = async (charges: readonly TestCharge[]): Promise<number> =>
  (
    await oneRow<{ count: number }>(
      db(),
      "SELECT count(DISTINCT ref_id)::int AS count FROM point_entries WHERE kind = 'CHARGE' AND ref_id = ANY ($1::int[])",
      [charges.map(({ id }) => id)],
    )
  ).count

test.each(Object.keys(standInStarters) as SourceKind[])(
  `${CHARGES} charges by %s, which misbehaves, workers killed ${KILLS} times: none lost, none credited twice`,
  // No retry: it would find the charges of the first attempt in the database.
  { timeout: TIME_LIMIT_MS * 2, retry: 0 },
  async (kind) => {
    const standIn = await standInStarters[kind]?.({ port: 0 })
    if (!standIn) throw new Error('no stand-in')
    standIns.push(standIn)
    await connectSource(standIn)
    standIn.faultOf = anyFault
    const charges: TestCharge[] = []
    for (let at = 0; at < CHARGES; at++) charges.push(await newCharge(10_000 + at))
    const unpaid = new Set(charges)
    await Promise.all([workers.start(), workers.start()])
    for (let kill = 0; kill < KILLS; kill++) {
      await makeSourceWorkDue()
      await payAndDeliver(standIn, unpaid)
      await wait(50 + Math.random() * 400)
      await workers.killOne()
      await workers.start()
    }
    for (const limit = Date.now() + TIME_LIMIT_MS; (await countCredited(charges)) < CHARGES; await wait(100)) {
      await makeSourceWorkDue()
      await payAndDeliver(standIn, unpaid)
      if (Date.now() > limit) break
    }
    await workers.killAll()
    await expectCredited(charges)
    const stored = await depositsOf(kind)
    expect(stored.map(({ name }) => name).toSorted()).toEqual(charges.map(({ name }) => name).toSorted())
    await expectBooksBalance()
    await endUnfinishedWork(kind)
  },
)
