import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { failCharge } from '#lib/charges/fail-charge.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { newReceipt, payBackInCash, reverseChargeOf, type TestReceipt } from './issuing/testing/world.ts'
import { chargesWithFailedReceipt } from './queries.ts'
import { splitIntoSupplyAndTax } from './rules.ts'
import { makeChargeWithReceipt, makeReceipt } from './testing/receipts.ts'

afterEach(() => expectBooksBalance())

const approveAsWorker = (chargeId: number) => approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })

const receiptsOf = (chargeId: number) =>
  db().rows('SELECT fee_type, status FROM receipts WHERE charge_id = $1', [chargeId])

const managerHeaders = async () => (await signedIn({ role: 'MANAGER' })).headers

async function setReceiptStatus(id: number, body: object, headers?: Record<string, string>) {
  const path = `/api/admin/receipts/${id}`
  return send(calls.settleReceiptCall, { path, headers: headers ?? (await managerHeaders()), body })
}

test.each([
  [0, [{ feeType: 0, status: 'REQUESTED' }]],
  [1, [{ feeType: 1, status: 'REQUESTED' }]],
  [2, []],
] as const)(
  'a credited charge of kind %i has its receipt filed, once however often it is credited',
  async (kind, filed) => {
    const chargeId = await makeChargeWithReceipt(kind)
    expect(await receiptsOf(chargeId)).toEqual([])
    await Promise.allSettled(Array.from({ length: 6 }, () => approveAsWorker(chargeId)))
    expect(await receiptsOf(chargeId)).toEqual(filed)
  },
)

test('a rejected charge, and an approval that is undone, file none', async () => {
  const [rejected, undone] = [await makeChargeWithReceipt(0), await makeChargeWithReceipt(1)]
  await failCharge(db(), { chargeId: rejected, outcome: 'REJECTED', reason: 'x' })
  const failing = db().transaction(async (tx) => {
    await approveCharge(tx, worker, { chargeId: undone, outcome: 'APPROVED' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect([await receiptsOf(rejected), await receiptsOf(undone)]).toEqual([[], []])
})

test('staff find the receipts with a document that waits to be issued, or that its service has refused', async () => {
  const headers = await managerHeaders()
  const makeWithDocument = async (status: string, kind: string, state: string) => {
    const id = await makeReceipt()
    await db().rows(
      `INSERT INTO receipt_documents (receipt_id, kind, connection, key, amount, state)
       VALUES ($1::int, $2, 'popbill', 'key' || $1, 100, $3)`,
      [id, kind, state],
    )
    const settle = 'UPDATE receipts SET status = $2, settled_at = now() WHERE id = $1 AND status <> $2'
    await db().rows(settle, [id, status])
    return id
  }
  const waiting = [await makeWithDocument('REQUESTED', 'ISSUE', 'WAITING')]
  waiting.push(await makeWithDocument('ISSUED', 'CORRECTION', 'WAITING'))
  const failed = [await makeWithDocument('FAILED', 'ISSUE', 'FAILED')]
  failed.push(await makeWithDocument('ISSUED', 'CORRECTION', 'FAILED'))
  await makeWithDocument('ISSUED', 'CORRECTION', 'BY_HAND')
  const listed = async (search: string) =>
    (await send(calls.adminReceiptsCall, { headers, search })).json.rows.map((row: { id: number }) => row.id)
  expect(await listed('document=WAITING')).toEqual(waiting.toReversed())
  expect(await listed('document=FAILED')).toEqual(failed.toReversed())
  expect(await listed('document=FAILED&status=ISSUED&q=%ED%99%8D%EA%B8%B8%EB%8F%99')).toEqual(failed.slice(1))
})

test('staff see the receipts to issue with all their details, filtered by status, kind, company and number', async () => {
  const id = await makeReceipt(1)
  const headers = await managerHeaders()
  const listed = async (search: string) =>
    (await send(calls.adminReceiptsCall, { headers, search })).json.rows.some((row: { id: number }) => row.id === id)
  const number = encodeURIComponent('123-45-67891')
  for (const search of ['status=REQUESTED', 'kind=1', `q=${encodeURIComponent('가나다')}`, `q=${number}`])
    expect(await listed(search), search).toBe(true)
  for (const search of ['status=ISSUED', 'kind=0', 'q=nobody']) expect(await listed(search), search).toBe(false)
  const { json } = await setReceiptStatus(id, { status: 'ISSUED' }, headers)
  expect(json).toMatchObject({ status: 'ISSUED', payAmount: 11_000, supply: 10_000, tax: 1_000, note: null })
  expect(json.feeValue).toMatchObject({ company: '주식회사 가나다', email: 'tax@example.com' })
})

test('of two who settle a receipt at once only one succeeds; the other gets an error', async () => {
  const id = await makeReceipt()
  const [a, b] = [await managerHeaders(), await managerHeaders()]
  const answers = await Promise.all([
    setReceiptStatus(id, { status: 'ISSUED', from: 'REQUESTED' }, a),
    setReceiptStatus(id, { status: 'FAILED', note: '번호 오류', from: 'REQUESTED' }, b),
    setReceiptStatus(id, { status: 'ISSUED', from: 'REQUESTED' }, b),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const trail = await db().rows("SELECT 1 FROM audit_entries WHERE subject_type = 'receipt' AND subject_id = $1", [
    String(id),
  ])
  expect(trail).toHaveLength(1)
})

test('a failed receipt has a note and can still be issued; the same status twice is refused', async () => {
  const id = await makeReceipt()
  expect((await setReceiptStatus(id, { status: 'FAILED', note: ' ' })).status).toBe(400)
  expect((await setReceiptStatus(id, { status: 'FAILED', note: '번호 오류' })).json).toMatchObject({
    status: 'FAILED',
    note: '번호 오류',
  })
  expect((await setReceiptStatus(id, { status: 'FAILED', note: '또' })).status).toBe(409)
  expect((await setReceiptStatus(id, { status: 'ISSUED' })).json).toMatchObject({
    status: 'ISSUED',
    settledBy: expect.any(String),
  })
  expect((await setReceiptStatus(id, { status: 'REQUESTED' })).status).toBe(409)
})

test('the receipt of a charge that was taken back says so', async () => {
  const id = await makeReceipt()
  const { json } = await setReceiptStatus(id, { status: 'ISSUED' })
  expect(json.reversedAt).toBeNull()
  await reverseCharge(db(), someStaff, { chargeId: json.chargeId, reason: '오승인' })
  expect((await setReceiptStatus(id, { status: 'FAILED', note: '취소 발행' })).json.reversedAt).toEqual(
    expect.any(String),
  )
})

test.each([
  [11_000n, 10_000n, 1_000n],
  [55_000n, 50_000n, 5_000n],
  [10_000n, 9_091n, 909n],
  [1n, 1n, 0n],
])('%i won are %i and a tax of %i', (won, supply, tax) => {
  expect(splitIntoSupplyAndTax(won * 100n)).toEqual({ supply: supply * 100n, tax: tax * 100n })
})

test('a member is told of which charges the receipt couldn’t be issued, as long as there is anything to issue', async () => {
  const failed = async (kind: 0 | 1 = 0): Promise<TestReceipt> => {
    const receipt = await newReceipt(kind)
    expect((await setReceiptStatus(receipt.id, { status: 'FAILED', note: '번호가 맞지 않아요' })).status).toBe(200)
    return receipt
  }
  const shown = ({ memberId }: TestReceipt) => chargesWithFailedReceipt(db(), memberId)
  const [cash, invoice] = [await failed(), await failed(1)]
  expect([await shown(cash), await shown(invoice)]).toEqual([[cash.chargeId], [invoice.chargeId]])

  await payBackInCash(cash, 4_000)
  expect(await shown(cash)).toEqual([cash.chargeId])
  await setReceiptStatus(cash.id, { status: 'REQUESTED' })
  expect(await shown(cash)).toEqual([])
  await setReceiptStatus(cash.id, { status: 'FAILED', note: '또' })
  await payBackInCash(cash, 6_000)
  await reverseChargeOf(invoice)
  expect([await shown(cash), await shown(invoice)]).toEqual([[], []])

  const [waiting, mandatory, old] = [await newReceipt(), await failed(), await failed()]
  await ownerDatabase().rows('UPDATE receipts SET is_mandatory = true WHERE id = $1', [mandatory.id])
  await db().rows("UPDATE charges SET created_at = now() - interval '3 months 1 second' WHERE id = $1", [old.chargeId])
  expect([await shown(waiting), await shown(mandatory), await shown(old)]).toEqual([[], [], []])
})
