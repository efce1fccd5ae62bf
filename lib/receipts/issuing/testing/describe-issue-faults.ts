import { describe, expect, test } from 'vitest'
import { requireConnection } from '#lib/connections/read-connection.ts'
import { db } from '#lib/core/db.ts'
import { SourceError } from '#lib/deposits/sources/source.ts'
import { type StandInFault, type StandInRequestKind, standInFaults } from '#lib/deposits/sources/testing/stand-in.ts'
import { issuerOf } from '../registry.ts'
import { MAX_REFUSALS } from '../rules.ts'
import { viewDocument } from '../view-document.ts'
import {
  connectIssuer,
  documentStatesOf,
  documentsOf,
  type IssuerSuite,
  netSumAtIssuer,
  newReceipt,
  openReceiptTasks,
  receiptOf,
  reverseChargeOf,
  runWorker,
} from './world.ts'

/** All faults except 'silent', which takes ten seconds to time out and has its own test. */
const faults = standInFaults.filter((fault) => fault !== 'silent')

/**
 * Returns a function that returns `fault` for the first request of each of these kinds, and undefined for all other
 * requests.
 */
function firstOf(
  fault: StandInFault,
  requestKinds: readonly StandInRequestKind[],
): (requestKind: StandInRequestKind) => StandInFault | undefined {
  const remainingKinds = new Set(requestKinds)
  return (requestKind) => (remainingKinds.delete(requestKind) ? fault : undefined)
}

/** Declares tests about an issuer that misbehaves, doesn't answer, or refuses the key or a document. */
export function describeIssueFaults({ kind, standIn }: IssuerSuite): void {
  const issuer = issuerOf(kind)

  describe('a service', () => {
    test.each(faults)('that mistreats each first request (%s) issues each receipt once', async (fault) => {
      await connectIssuer(standIn())
      standIn().faultOf = firstOf(fault, ['token', 'issue', 'document'])
      const receipts = [await newReceipt(), await newReceipt()]
      await runWorker(6)
      expect(standIn().documents.issued).toHaveLength(2)
      for (const receipt of receipts) expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
    })

    test.each(faults)('that mistreats a correction (%s) takes back once', async (fault) => {
      await connectIssuer(standIn())
      standIn().documents.filesAtOnce = true
      const receipt = await newReceipt()
      await runWorker()
      await reverseChargeOf(receipt)
      standIn().faultOf = firstOf(fault, ['token', 'correct', 'document'])
      await runWorker(6)
      expect(standIn().documents.issued).toHaveLength(2)
      expect(await netSumAtIssuer(standIn(), receipt)).toBe(0)
      expect((await documentsOf(receipt)).map(({ kind: each }) => each)).toEqual(['ISSUE', 'CORRECTION'])
    })

    test('that takes a receipt and stays silent is asked for it before it is sent again', {
      timeout: 30_000,
    }, async () => {
      await connectIssuer(standIn())
      standIn().faultOf = firstOf('silent', ['issue'])
      const receipt = await newReceipt()
      await runWorker()
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE WAITING'])
      const before = standIn().requests.length
      await runWorker()
      const requestKinds = standIn()
        .requests.slice(before)
        .map(({ requestKind }) => requestKind)
      expect(requestKinds).not.toContain('issue')
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
      expect(standIn().documents.issued).toHaveLength(1)
    })

    test('that refuses a receipt for good is a task with its reason, without the member’s data', async () => {
      await connectIssuer(standIn())
      standIn().documents.refusal = { code: -14_001_005, message: '식별번호 01012345678 이 올바르지 않습니다.' }
      const receipt = await newReceipt()
      await runWorker(MAX_REFUSALS)
      const [{ error = '' } = {}] = await openReceiptTasks()
      expect(error).toMatch(/식별번호.*올바르지 않습니다/)
      expect(error).not.toContain('01012345678')
      expect(await receiptOf(receipt)).toEqual({ status: 'FAILED', note: error })
      await runWorker(3)
      expect(standIn().requests.filter(({ requestKind }) => requestKind === 'issue')).toHaveLength(MAX_REFUSALS)
    })

    test('that the shop has no points for is one task, however many receipts wait; none is given up', async () => {
      await connectIssuer(standIn())
      standIn().documents.refusal = { code: -99_010_001, message: '잔여포인트가 부족합니다.' }
      const receipts = [await newReceipt(), await newReceipt(), await newReceipt()]
      await runWorker()
      await db().rows("UPDATE receipt_documents SET created_at = created_at - interval '2 hours'")
      await runWorker(5)
      expect(await openReceiptTasks()).toMatchObject([{ refType: 'connection' }])
      standIn().documents.refusal = null
      await runWorker(2)
      for (const receipt of receipts) expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
      expect(await openReceiptTasks()).toEqual([])
    })

    test('that doesn’t accept the key issues nothing, and what waits is issued once it does', async () => {
      await connectIssuer(standIn(), { values: standIn().wrongValues })
      const receipt = await newReceipt()
      await runWorker(5)
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE WAITING'])
      await connectIssuer(standIn())
      await runWorker()
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
    })

    test('that has a document of another amount with the same key isn’t believed', async () => {
      await connectIssuer(standIn())
      standIn().faultOf = firstOf('cut', ['issue'])
      const receipt = await newReceipt()
      await runWorker()
      const [issued] = standIn().documents.issued
      if (issued) issued.total = 99_000
      if (issued) issued.supply = 90_000
      if (issued) issued.tax = 9_000
      await runWorker(MAX_REFUSALS)
      expect(await documentStatesOf(receipt)).toEqual(['ISSUE FAILED'])
      expect(await openReceiptTasks()).toMatchObject([{ refId: receipt.id }])
    })

    test.each(faults)('whose check is mistreated (%s) says so in Korean, without a key', async (fault) => {
      await connectIssuer(standIn())
      standIn().faultOf = () => fault
      const outcome = await issuer
        .check((await requireConnection(db(), kind)) as never)
        .catch((error: unknown) => error)
      if (fault === 'late') return void expect(outcome).toBeUndefined()
      expect(outcome).toBeInstanceOf(SourceError)
      const { sentence } = outcome as SourceError
      expect(sentence).toMatch(/[가-힣].*[.요]$/)
      for (const value of Object.values(standIn().values)) if (value.length > 10) expect(sentence).not.toContain(value)
    })

    test('that refuses the key says so when it is checked', async () => {
      await connectIssuer(standIn(), { values: standIn().wrongValues })
      const outcome = await issuer
        .check((await requireConnection(db(), kind)) as never)
        .catch((error: unknown) => error)
      expect(outcome).toMatchObject({ fault: 'KEY' })
    })
  })

  describe('the page of a document', () => {
    async function makeIssuedDocument() {
      await connectIssuer(standIn())
      const receipt = await newReceipt()
      await runWorker()
      return (await documentsOf(receipt))[0]?.id ?? 0
    }

    test('is requested each time it is opened, and not stored', async () => {
      const id = await makeIssuedDocument()
      const { url } = await viewDocument(db(), id)
      expect(url.startsWith(standIn().url)).toBe(true)
      const stored = await db().rows<{ text: string }>('SELECT d::text AS text FROM receipt_documents d')
      for (const { text } of stored) expect(text).not.toContain('App/API')
    })

    test('at another host than the service’s isn’t handed on', async () => {
      const id = await makeIssuedDocument()
      standIn().documents.foreignLink = 'https://popbill.com.evil.example/App/API?T=1'
      await expect(viewDocument(db(), id)).rejects.toThrow('알 수 없는 주소')
    })

    test('of one that isn’t issued, or doesn’t exist, is refused', async () => {
      await connectIssuer(standIn())
      standIn().faultOf = () => '5xx'
      const receipt = await newReceipt()
      await runWorker()
      const [document] = await documentsOf(receipt)
      await expect(viewDocument(db(), document?.id ?? 0)).rejects.toThrow('아직 발행되지 않아')
      await expect(viewDocument(db(), 2_000_000_000)).rejects.toThrow('존재하지 않는 발행 문서예요.')
    })
  })
}
