import { expect } from 'vitest'
import { expireCharges } from '#lib/charges/fail-charge.ts'
import { pendingCharge } from '#lib/charges/rules.ts'
import { backdateExpiry } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { matchWaitingDeposits } from '../../match-deposit.ts'
import type { SourceKind } from '../labels.ts'
import { makeMemberWithCharge, pointsOf, runWorkerRounds } from './connected-shop.ts'
import type { StandIn, StandInFault, StandInRequestKind, Transfer } from './stand-in.ts'

/**
 * What all parts of a source's test suite need: the kind of source, and the stand-in of the running test. `start`
 * starts another stand-in.
 */
export type SourceSuite = { kind: SourceKind; standIn(): StandIn; start(): Promise<StandIn> }

/** A pending charge of a new member, with its depositor's name and its amount in won. */
export type TestCharge = Awaited<ReturnType<typeof makeMemberWithCharge>>

/** Maximum number of rounds of the worker in `registerCharges` and `runUntilCredited`. */
const MAX_ROUNDS = 12

let nameCount = 0

/** A depositor's name that no other test uses. */
export const newDepositorName = (): string => `김입금${++nameCount}호`

/** Creates a pending charge of a new member, under a name that no other test uses. */
export const newCharge = (point?: number): Promise<TestCharge> => makeMemberWithCharge(newDepositorName(), point)

/**
 * Runs the worker until the stand-in knows these charges, and fails after MAX_ROUNDS. Does nothing if the deposit
 * source needn't know charges in advance.
 */
export async function registerCharges(standIn: StandIn, charges: readonly TestCharge[]): Promise<void> {
  const isKnown = ({ name, amount }: TestCharge) =>
    standIn.registered().some((each) => each.name === name && each.amount === amount)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (!standIn.registersAhead || charges.every(isKnown)) return
    await runWorkerRounds(standIn, 1)
  }
  expect(charges.filter((each) => !isKnown(each))).toEqual([])
}

/** True if the balance of the charge's member is the charge's amount. */
export const isCredited = async ({ memberId, amount }: TestCharge): Promise<boolean> =>
  (await pointsOf(memberId)) === amount

/** Runs the worker until these charges are credited, at most MAX_ROUNDS times. */
export async function runUntilCredited(standIn: StandIn, charges: readonly TestCharge[]): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await runWorkerRounds(standIn, 1)
    await matchWaitingDeposits(db())
    if ((await Promise.all(charges.map(isCredited))).every(Boolean)) return
  }
}

/** Expects each of these charges to be credited exactly once. */
export async function expectCredited(charges: readonly TestCharge[]): Promise<void> {
  const points = await Promise.all(charges.map(async ({ memberId }) => pointsOf(memberId)))
  expect(points).toEqual(charges.map(({ amount }) => amount))
  const [{ creditedTwice } = { creditedTwice: -1 }] = await db().rows<{ creditedTwice: number }>(
    `SELECT count(*)::int AS credited_twice FROM (SELECT FROM point_entries WHERE kind = 'CHARGE' AND ref_id = ANY ($1::int[])
     GROUP BY ref_id HAVING count(*) > 1) t`,
    [charges.map(({ id }) => id)],
  )
  expect(creditedTwice).toBe(0)
}

export const expectNotCredited = async (charges: readonly TestCharge[]): Promise<void> =>
  expect(await Promise.all(charges.map(async ({ memberId }) => pointsOf(memberId)))).toEqual(charges.map(() => 0))

/**
 * Registers these charges if the deposit source must know them, makes their members pay, and runs the worker until it
 * has credited the charges, for at most MAX_ROUNDS rounds.
 */
export async function payCharges(standIn: StandIn, charges: readonly TestCharge[]): Promise<void> {
  await registerCharges(standIn, charges)
  for (const charge of charges) standIn.transfer(charge)
  await runUntilCredited(standIn, charges)
}

/** Makes the member of a charge pay, and the stand-in report wrong data (`reported`) about his transfer. */
export async function payMisreported(standIn: StandIn, charge: TestCharge, reported: Partial<Transfer>): Promise<void> {
  await registerCharges(standIn, [charge])
  if (standIn.misreport) {
    standIn.misreport(charge, reported)
    standIn.transfer(charge)
  } else standIn.transfer({ ...charge, ...reported })
  await runWorkerRounds(standIn, 6)
}

/** Returns a function that chooses this fault for the first request of each kind, and no fault for later requests. */
export function faultOnFirstRequests(
  fault: StandInFault,
): (requestKind: StandInRequestKind) => StandInFault | undefined {
  const seen = new Set<StandInRequestKind>()
  return (requestKind) => {
    if (seen.has(requestKind)) return undefined
    seen.add(requestKind)
    return fault
  }
}

/**
 * Expires the charges and ends the registrations, reports and polls that a test left open, and disconnects the source,
 * so that the next test's worker finds none of them.
 */
export async function endUnfinishedWork(kind: SourceKind): Promise<void> {
  const open = await db().rows<{ id: number }>(`SELECT id FROM charges WHERE ${pendingCharge.sql()}`)
  for (const { id } of open) await backdateExpiry(id)
  await expireCharges(db())
  await db().rows("UPDATE source_registrations SET state = 'ENDED' WHERE connection = $1", [kind])
  await db().rows("UPDATE source_reports SET state = 'DENIED' WHERE connection = $1 AND state = 'WAITING'", [kind])
  await db().rows('DELETE FROM source_polls WHERE connection = $1', [kind])
  await db().rows('DELETE FROM connections WHERE kind = $1', [kind])
}

/** Count of the stored reports of a source's webhooks. */
export const countReports = async (kind: SourceKind): Promise<number> =>
  (
    await oneRow<{ count: number }>(db(), 'SELECT count(*)::int AS count FROM source_reports WHERE connection = $1', [
      kind,
    ])
  ).count
