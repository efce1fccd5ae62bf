import { describe, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { settleCorrection } from '../../settle-correction.ts'
import { issuerOf } from '../registry.ts'
import { documentSumsOf } from '../rules.ts'
import { sendDocuments } from '../send-documents.ts'
import {
  connectIssuer,
  documentStatesOf,
  documentsOf,
  type IssuerSuite,
  netSumAtIssuer,
  newReceipt,
  openReceiptTasks,
  payBackInCash,
  reverseChargeOf,
  runWorker,
  setSeller,
  type TestReceipt,
} from './world.ts'

/** Returns a generator of pseudo-random numbers from 0 to 1. The same seed gives the same numbers. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Declares tests about the corrections that reversals and cash refunds cause. */
export function describeCorrections({ kind, standIn }: IssuerSuite): void {
  const kinds = issuerOf(kind).forms.map((form) => (form === 'CASH' ? 0 : 1))

  const corrections = () => standIn().documents.issued.filter(({ original }) => original !== null)

  describe('a correction', () => {
    test.each(kinds)('of kind %i takes the whole sum back when its charge is reversed', async (form) => {
      await setSeller()
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt(form)
      await runWorker()
      await reverseChargeOf(receipt)
      await runWorker(2)
      const [original] = standIn().documents.issued
      const { total = 0, supply = 0, tax = 0 } = original ?? {}
      expect(total).toBe(receipt.won)
      expect(corrections()).toMatchObject([{ total: -total, supply: -supply, tax: -tax, original: original?.number }])
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
      expect(await documentStatesOf(receipt)).toEqual([
        expect.stringMatching(/^ISSUE/),
        expect.stringMatching(/^CORRECTION/),
      ])
    })

    test.each(kinds)('of kind %i takes back what was paid back in cash, part by part', async (form) => {
      await setSeller()
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt(form)
      await runWorker()
      let left = receipt.won
      for (const point of [3_333, 3_333, 3_334]) {
        await payBackInCash(receipt, point)
        await runWorker(2)
        left -= point
        expect(await netSumAtIssuer(standIn(), receipt)).toBe(left)
      }
      const sums = standIn().documents.issued
      const stated = sums.reduce((sum, { supply, tax }) => ({ supply: sum.supply + supply, tax: sum.tax + tax }), {
        supply: 0,
        tax: 0,
      })
      const { supply, tax } = documentSumsOf(BigInt(left) * 100n)
      expect(stated).toEqual({ supply, tax })
    })

    test('of a charge that is reversed after a refund takes back the rest, and no more', async () => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt()
      await runWorker()
      await payBackInCash(receipt, 4_000)
      await reverseChargeOf(receipt)
      await runWorker(3)
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
      await runWorker(3)
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
    })

    test('waits until the tax office has the original, without a task', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await runWorker()
      await reverseChargeOf(receipt)
      await runWorker(5)
      if (corrections().length === 0) expect(await documentStatesOf(receipt)).toContain('CORRECTION WAITING')
      expect(await openReceiptTasks()).toEqual([])
      standIn().documents.file(true)
      await runWorker(2)
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
    })

    test('whose original the tax office doesn’t have after two weeks is a task, and is made once staff try it again', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await runWorker()
      await reverseChargeOf(receipt)
      await runWorker(2)
      // The rest of the test doesn't apply to an issuer that issues a correction before the tax office has the
      // original.
      if (corrections().length > 0) return
      const [, correction] = await documentsOf(receipt)
      const age = (days: number) =>
        db().rows("UPDATE receipt_documents SET created_at = now() - $2 * interval '1 day' WHERE id = $1", [
          ...[correction?.id, days],
        ])
      await age(13)
      await runWorker()
      expect([await documentStatesOf(receipt), await openReceiptTasks()]).toEqual([
        ['ISSUE ISSUED', 'CORRECTION WAITING'],
        [],
      ])
      await age(15)
      await runWorker()
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED', 'CORRECTION FAILED'])
      expect(await openReceiptTasks()).toMatchObject([{ refType: 'receipt', refId: receipt.id }])
      standIn().documents.file(true)
      await settleCorrection(db(), someStaff, { documentId: correction?.id ?? 0, action: 'RETRY', note: '' })
      await runWorker(2)
      expect([await netSumAtIssuer(standIn(), receipt), await openReceiptTasks()]).toEqual([0, []])
    })

    test('is made when the charge is reversed while its receipt is on the way', async () => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      standIn().faultOf = (verb) => (verb === 'issue' ? 'cut' : undefined)
      const receipt = await newReceipt()
      await runWorker()
      standIn().faultOf = () => undefined
      await reverseChargeOf(receipt)
      await runWorker(4)
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
      expect(standIn().documents.issued).toHaveLength(2)
    })

    test('is made once by many workers', async () => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt()
      await runWorker()
      await reverseChargeOf(receipt)
      await Promise.all(Array.from({ length: 6 }, () => sendDocuments(db())))
      await runWorker(2)
      expect(corrections()).toHaveLength(1)
    })

    test('that waits while the service is switched off is one task; staff make it elsewhere, or it is sent later', async () => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt()
      await runWorker()
      await db().rows('UPDATE connections SET issues_since = NULL')
      await reverseChargeOf(receipt)
      await runWorker(3)
      expect(corrections()).toEqual([])
      expect(await openReceiptTasks()).toMatchObject([{ refType: 'receipt', refId: receipt.id }])
      await db().rows("UPDATE connections SET issues_since = now() - interval '1 hour'")
      await runWorker(2)
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
      expect(await openReceiptTasks()).toEqual([])
    })

    test('that the service refuses is a task, and isn’t tried again by itself', async () => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt()
      await runWorker()
      await reverseChargeOf(receipt)
      standIn().documents.refusal = { code: -14_001_023, message: '취소할 수 없습니다.' }
      await runWorker(5)
      expect(await documentStatesOf(receipt)).toContain('CORRECTION FAILED')
      expect(await openReceiptTasks()).toMatchObject([{ refType: 'receipt', refId: receipt.id }])
      expect((await documentsOf(receipt)).filter((each) => each.kind === 'CORRECTION')).toHaveLength(1)
    })

    test.each([1, 2, 3])(
      'keeps the sums right through any sequence of refunds, reversals and faults (%i)',
      async (seed) => {
        const random = numbersFrom(seed * 7_919)
        await connectIssuer(standIn())
        standIn().documents.filesAtOnce = true
        standIn().faultOf = () =>
          random() < 0.2 ? (['cut', 'untaken', '5xx', 'garbled', 'html'] as const)[Math.floor(random() * 5)] : undefined
        const receipts: (TestReceipt & { kept: number; points: number })[] = []
        for (let at = 0; at < 5; at++) {
          const receipt = await newReceipt(0, 10_000 + at * 1_111)
          receipts.push({ ...receipt, kept: receipt.won, points: 10_000 + at * 1_111 })
        }
        for (let step = 0; step < 12; step++) {
          const receipt = receipts[Math.floor(random() * receipts.length)]
          const point = 1_000 + Math.floor(random() * 3_000)
          if (receipt && receipt.kept > 0 && random() < 0.25) {
            await reverseChargeOf(receipt)
            receipt.kept = 0
          } else if (receipt && receipt.kept > 0 && receipt.points >= point) {
            await payBackInCash(receipt, point)
            receipt.kept -= point
            receipt.points -= point
          }
          await runWorker()
        }
        standIn().faultOf = () => undefined
        await runWorker(6)
        for (const receipt of receipts) expect(await netSumAtIssuer(standIn(), receipt)).toBe(receipt.kept)
      },
    )
  })
}
