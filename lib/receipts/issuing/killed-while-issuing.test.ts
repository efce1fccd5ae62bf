import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeKillableWorkers } from '#lib/core/testing/killable-workers.ts'
import { type StandInFault, standInFaults } from '#lib/deposits/sources/testing/stand-in.ts'
import { type IssuerKind, issuerKinds } from './labels.ts'
import { issuerStarts } from './testing/issuer-starts.ts'
import {
  connectIssuer,
  endIssuingWork,
  type IssuerStandIn,
  makeDocumentsDue,
  netSumAtIssuer,
  newReceipt,
  payBackInCash,
  reverseChargeOf,
  type TestReceipt,
} from './testing/world.ts'

/**
 * Number of receipts and number of kills, per issuer. `npm run prove -- receipts` runs the test in full, with 30 kills.
 */
const RECEIPTS = Number(process.env.PROOF_RECEIPTS || 20)
const KILLS = Number(process.env.PROOF_KILLS || 6)
const TIME_LIMIT_MS = 60_000 + KILLS * 4_000 + RECEIPTS * 1_000

const workers = makeKillableWorkers(join(import.meta.dirname, 'testing/endless-issuing.ts'))
const standIns: IssuerStandIn[] = []

afterAll(async () => {
  await workers.killAll()
  await Promise.all(standIns.map((each) => each.stop()))
})

/**
 * The faults of this test. 'silent' and 'late' are left out, because the issuer doesn't answer at once after them.
 * 'error' is left out, because it is a lasting refusal: staff then decide about the receipt, which another test covers.
 */
const quickFaults = standInFaults.filter((fault) => !['silent', 'late', 'error'].includes(fault))

const anyFault = (): StandInFault | undefined =>
  Math.random() < 0.3 ? quickFaults[Math.floor(Math.random() * quickFaults.length)] : undefined

type Due = TestReceipt & { due: number }

/** Randomly reverses the charge of a receipt, pays a part of it back in cash, or does nothing. */
async function takeBack(receipt: Due): Promise<void> {
  const chance = Math.random()
  if (chance < 0.3) {
    await reverseChargeOf(receipt)
    receipt.due = 0
  } else if (chance < 0.6) {
    await payBackInCash(receipt, 4_000)
    receipt.due -= 4_000
  }
}

/** Number of receipts and documents that the workers still have to process. */
const countOpen = async (): Promise<number> =>
  (
    await oneRow<{ count: number }>(
      db(),
      `SELECT ((SELECT count(*) FROM receipts WHERE status = 'REQUESTED' OR sum_revision <> sum_checked)
         + (SELECT count(*) FROM receipt_documents WHERE state = 'WAITING'))::int AS count`,
    )
  ).count

test.each([...issuerKinds])(
  `${RECEIPTS} receipts by %s, which misbehaves, workers killed ${KILLS} times: none forgotten, none issued twice`,
  // No retry, because a second attempt would find the receipts of the first one in the database.
  { timeout: TIME_LIMIT_MS * 2, retry: 0 },
  async (kind: IssuerKind) => {
    const standIn = await issuerStarts[kind]()
    standIns.push(standIn)
    standIn.documents.filesAtOnce = true
    await connectIssuer(standIn)
    standIn.faultOf = anyFault
    const receipts: Due[] = []
    await Promise.all([workers.start(), workers.start()])
    for (let kill = 0; kill < KILLS; kill++) {
      for (let at = 0; at < RECEIPTS / KILLS; at++) {
        const receipt = await newReceipt(0, 10_000 + at)
        receipts.push({ ...receipt, due: receipt.won })
      }
      const [earlier] = receipts.filter(({ due, won }) => due === won)
      if (earlier) await takeBack(earlier)
      await makeDocumentsDue()
      await wait(50 + Math.random() * 400)
      await workers.killOne()
      await workers.start()
    }
    for (const receipt of receipts.filter(({ due, won }) => due === won)) await takeBack(receipt)
    for (const limit = Date.now() + TIME_LIMIT_MS; (await countOpen()) > 0 && Date.now() < limit; await wait(100))
      await makeDocumentsDue()
    await workers.killAll()
    expect(await countOpen()).toBe(0)
    const stated = await Promise.all(receipts.map((receipt) => netSumAtIssuer(standIn, receipt)))
    expect(stated).toEqual(receipts.map(({ due }) => due))
    const keys = standIn.documents.issued.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    await expectBooksBalance()
    await endIssuingWork()
  },
)
