import { describe, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { planDocuments } from '../plan-documents.ts'
import { issuerOf } from '../registry.ts'
import { seoulTimeDigits } from '../rules.ts'
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
  receiptOf,
  reverseChargeOf,
  runWorker,
  setSeller,
} from './world.ts'

/** Declares tests about the documents that the issuer has after charges are credited. */
export function describeIssue({ kind, standIn }: IssuerSuite): void {
  describe('a receipt', () => {
    test('is issued once its charge is credited, with sums, number and the telephone of the form', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await runWorker()
      const [issued, ...others] = standIn().documents.issued
      expect(others).toEqual([])
      expect(issued).toMatchObject({ form: 'CASH', total: 10_000, supply: 9_091, tax: 909, original: null })
      expect(JSON.stringify(issued?.fields)).toContain('01012345678')
      expect(await documentsOf(receipt)).toMatchObject([{ state: 'ISSUED', won: 10_000 }])
      expect(await receiptOf(receipt)).toEqual({ status: 'ISSUED', note: null })
    })

    test('states the day on which the charge was credited, if the service still takes it', async () => {
      await connectIssuer(standIn())
      await newReceipt()
      await runWorker()
      expect(standIn().documents.issued[0]?.day).toBe(seoulTimeDigits(new Date()).slice(0, 8))
    })

    test('isn’t issued while no service is switched on, nor for a charge credited before that', async () => {
      await connectIssuer(standIn(), { issues: false })
      const receipt = await newReceipt()
      await runWorker(2)
      await db().rows("UPDATE connections SET issues_since = now() + interval '1 minute'")
      await runWorker(2)
      expect(standIn().documents.issued).toEqual([])
      expect(await receiptOf(receipt)).toEqual({ status: 'REQUESTED', note: null })
    })

    test('that waits when the service is switched off isn’t sent', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      standIn().faultOf = () => '5xx'
      await runWorker()
      standIn().faultOf = () => undefined
      await db().rows('UPDATE connections SET issues_since = NULL')
      await runWorker(2)
      expect(standIn().documents.issued).toEqual([])
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE WAITING'])
    })

    test('is issued once by many workers', async () => {
      await connectIssuer(standIn())
      const receipts = await Promise.all([newReceipt(), newReceipt(), newReceipt()])
      await Promise.all(Array.from({ length: 6 }, () => sendDocuments(db())))
      await runWorker(2)
      expect(standIn().documents.issued).toHaveLength(3)
      for (const receipt of receipts) expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
    })

    test('is no longer issued when its charge was reversed before', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await reverseChargeOf(receipt)
      await runWorker(2)
      expect(standIn().documents.issued).toEqual([])
      expect(await receiptOf(receipt)).toMatchObject({ status: 'FAILED' })
    })

    test('states what is left when a part was paid back before', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await payBackInCash(receipt, 4_000)
      await runWorker(2)
      expect(standIn().documents.issued.map(({ total }) => total)).toEqual([6_000])
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
    })

    test('that waits unsent is planned anew when its charge is reversed', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await planDocuments(db())
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE WAITING'])
      await reverseChargeOf(receipt)
      await runWorker(2)
      expect([standIn().documents.issued, await documentStatesOf(receipt)]).toEqual([[], []])
    })

    test('shows when the tax office has it', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await runWorker(2)
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
      standIn().documents.file(true)
      await runWorker()
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE FILED'])
      expect((await documentsOf(receipt))[0]?.number).toBe(standIn().documents.issued[0]?.number)
    })

    test('that the tax office rejects is a task, and staff may have another one issued', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await runWorker()
      standIn().documents.file(false)
      await runWorker()
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE REJECTED'])
      expect(await receiptOf(receipt)).toMatchObject({ status: 'FAILED' })
      expect(await openReceiptTasks()).toMatchObject([{ refType: 'receipt', refId: receipt.id }])
      await db().rows("UPDATE receipts SET status = 'REQUESTED', settled_at = NULL WHERE id = $1", [receipt.id])
      await runWorker()
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE REJECTED', 'ISSUE ISSUED'])
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(receipt.won)
      expect(await openReceiptTasks()).toEqual([])
    })
  })

  if (!issuerOf(kind).forms.includes('INVOICE'))
    test('a tax invoice is left to staff by a service that issues none', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt(1)
      await runWorker(2)
      expect(await documentsOf(receipt)).toEqual([])
      expect(await receiptOf(receipt)).toEqual({ status: 'REQUESTED', note: null })
    })

  describe.runIf(issuerOf(kind).forms.includes('INVOICE'))('a tax invoice', () => {
    test('is issued with the fields of the form, and the shop as seller', async () => {
      await setSeller()
      await connectIssuer(standIn())
      const receipt = await newReceipt(1)
      await runWorker()
      expect(standIn().documents.issued).toMatchObject([{ form: 'INVOICE', total: 11_000, supply: 10_000, tax: 1_000 }])
      const sent = JSON.stringify(standIn().documents.issued[0]?.fields)
      for (const text of ['주식회사 가나다', '1234567891', '홍길동', 'tax@example.com', '주식회사 포인트샵', '김대표'])
        expect(sent).toContain(text)
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
    })

    test('without the shop’s own name is a task that says where to enter it', async () => {
      await connectIssuer(standIn())
      const receipt = await newReceipt(1)
      await runWorker(3)
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE FAILED'])
      expect(await openReceiptTasks()).toMatchObject([
        { error: '세금계산서에 적을 회사 이름과 대표자를 설정에 입력해 주세요.' },
      ])
    })

    test('that lacked the shop’s own name is issued once the name is entered', async () => {
      await connectIssuer(standIn())
      const [waiting, closed] = [await newReceipt(1), await newReceipt(1)]
      await runWorker(3)
      await closeTasksAsStaff('RECEIPT', closed.id)
      await setSeller()
      await runWorker(2)
      expect(await documentStatesOf(waiting)).toEqual(['ISSUE ISSUED'])
      expect(await receiptOf(waiting)).toEqual({ status: 'ISSUED', note: null })
      expect(await openReceiptTasks()).toEqual([])
      // Staff have decided about this one by closing its task.
      expect(await documentStatesOf(closed)).toEqual(['ISSUE FAILED'])
    })
  })
}
