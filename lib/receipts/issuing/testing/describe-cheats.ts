import { describe, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { settleCorrectionCall, settleReceiptCall } from '../../calls.ts'
import {
  connectIssuer,
  documentStatesOf,
  documentsOf,
  type IssuerSuite,
  netSumAtIssuer,
  newReceipt,
  openReceiptTasks,
  payBackInCash,
  receiptOf,
  reverseChargeOf,
  runWorker,
  type TestReceipt,
} from './world.ts'

const manager = async () => (await signedIn({ role: 'MANAGER' })).headers

const settle = async ({ id }: TestReceipt, body: object) =>
  send(settleReceiptCall, { path: `/api/admin/receipts/${id}`, headers: await manager(), body })

const settleDocument = async (id: number | undefined, body: object) =>
  send(settleCorrectionCall, { path: `/api/admin/receipt-documents/${id}`, headers: await manager(), body })

/**
 * Declares tests about two kinds of cheats: members who try to keep a receipt for money that they got back, and staff
 * who try to issue a receipt twice.
 */
export function describeCheats({ standIn }: IssuerSuite): void {
  describe('nobody', () => {
    test('keeps a tax document for money that he got back', async () => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt()
      await runWorker()
      await payBackInCash(receipt, 10_000)
      await runWorker(2)
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
    })

    test('gets a second document by another telephone number after the first', async () => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt()
      await runWorker()
      await db().rows(`UPDATE charges SET fee_value = '{"phone":"01099998888"}' WHERE id = $1`, [receipt.chargeId])
      await runWorker(3)
      expect(standIn().documents.issued).toHaveLength(1)
      await reverseChargeOf(receipt)
      await runWorker(2)
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
      expect(JSON.stringify(standIn().documents.issued.map(({ fields }) => fields))).not.toContain('01099998888')
    })

    test('has one issued by the service that staff have issued by hand', async () => {
      await connectIssuer(standIn(), { issues: false })
      const receipt = await newReceipt()
      expect((await settle(receipt, { status: 'ISSUED', note: '' })).status).toBe(200)
      await db().rows("UPDATE connections SET issues_since = now() - interval '1 hour'")
      await runWorker(3)
      expect(standIn().documents.issued).toEqual([])
      expect(await documentsOf(receipt)).toEqual([])
    })

    test('marks one that the service has issued, or may just be issuing', async () => {
      await connectIssuer(standIn())
      standIn().faultOf = (verb) => (verb === 'issue' ? 'cut' : undefined)
      const receipt = await newReceipt()
      await runWorker()
      expect((await settle(receipt, { status: 'ISSUED', note: '' })).status).toBe(409)
      standIn().faultOf = () => undefined
      await runWorker()
      for (const status of ['FAILED', 'REQUESTED', 'ISSUED'])
        expect((await settle(receipt, { status, note: '다시' })).status).toBe(409)
      await runWorker(2)
      expect(standIn().documents.issued).toHaveLength(1)
    })

    test('of staff and worker who act at once issues it twice', async () => {
      await connectIssuer(standIn())
      for (let time = 0; time < 5; time++) {
        const receipt = await newReceipt()
        const [marked] = await Promise.all([settle(receipt, { status: 'ISSUED', note: '' }), runWorker()])
        await runWorker(2)
        const states = await documentStatesOf(receipt)
        expect(states).toEqual(marked.status === 200 ? [] : ['ISSUE ISSUED'])
      }
    })
  })

  describe('staff', () => {
    test('have a refused document sent again, with the same key', async () => {
      await connectIssuer(standIn())
      standIn().documents.refusal = { code: -14_001_005, message: '식별번호가 올바르지 않습니다.' }
      const receipt = await newReceipt()
      await runWorker(3)
      expect(await receiptOf(receipt)).toMatchObject({ status: 'FAILED' })
      standIn().documents.refusal = null
      expect((await settle(receipt, { status: 'REQUESTED', note: '' })).status).toBe(200)
      expect(await openReceiptTasks()).toEqual([])
      await runWorker(2)
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
    })

    test('issue a refused receipt themselves, and the service doesn’t issue it any more', async () => {
      await connectIssuer(standIn())
      standIn().documents.refusal = { code: -14_001_005, message: '식별번호가 올바르지 않습니다.' }
      const receipt = await newReceipt()
      await runWorker(3)
      standIn().documents.refusal = null
      const { json } = await settle(receipt, { status: 'ISSUED', note: '' })
      expect(json).toMatchObject({ status: 'ISSUED', documents: [] })
      await runWorker(3)
      expect(standIn().documents.issued).toEqual([])
    })

    test('have a refused correction tried again, or note that they made it, once', async () => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipts = [await newReceipt(), await newReceipt()]
      await runWorker()
      for (const receipt of receipts) await reverseChargeOf(receipt)
      standIn().documents.refusal = { code: -14_001_023, message: '취소할 수 없습니다.' }
      await runWorker(4)
      standIn().documents.refusal = null
      const [retried, byHand] = await Promise.all(receipts.map(async (each) => (await documentsOf(each))[1]?.id))
      expect((await settleDocument(byHand, { action: 'BY_HAND', note: '' })).status).toBe(400)
      expect((await settleDocument(retried, { action: 'RETRY' })).status).toBe(200)
      expect((await settleDocument(byHand, { action: 'BY_HAND', note: '홈택스에서 취소' })).status).toBe(200)
      expect((await settleDocument(byHand, { action: 'RETRY' })).status).toBe(409)
      expect((await settleDocument(2_000_000_000, { action: 'RETRY' })).status).toBe(404)
      await runWorker(3)
      expect(await openReceiptTasks()).toEqual([])
      const sums = await Promise.all(receipts.map((receipt) => netSumAtIssuer(standIn(), receipt)))
      expect(sums).toEqual([0, receipts[1]?.won])
    })
  })
}
