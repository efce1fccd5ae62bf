import { beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { confirmApproval } from '#lib/approvals/decide-approval.ts'
import { backdateRole, removeAllStaffRoles } from '#lib/approvals/decisions/testing/staff.ts'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { payOutHandler } from '#lib/charges/pay-out-by-staff.ts'
import { payOutCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { importResults, markTransfer } from './import-results.ts'
import { putRefundsInFile } from './put-refunds-in-file.ts'
import { transferFilesForStaff } from './queries.ts'
import { renderTransferFile } from './render-transfer-file.ts'
import { makeManagerActor, makeRefundRequest, putInFile } from './testing/transfers.ts'

let [firstManager, secondManager]: StaffActor[] = []
beforeEach(async () => {
  ;[firstManager, secondManager] = [await makeManagerActor(), await makeManagerActor()]
})
const colleague = () => secondManager as StaffActor
const payer = () => firstManager as StaffActor

const stateOf = async (id: number) =>
  oneRow<{ status: number; transfer: string | null }>(
    db(),
    'SELECT status, transfer FROM refund_requests WHERE id = $1',
    [id],
  )
const mailsAbout = async (id: number) =>
  (
    await oneRow<{ count: number }>(
      db(),
      `SELECT count(*)::int AS count FROM outbox_messages WHERE "to" = (SELECT email FROM refund_requests WHERE id = $1)`,
      [id],
    )
  ).count
const auditOf = (subjectType: string, id: number) =>
  db().rows<{ action: string; actorId: number }>(
    'SELECT action, actor_id FROM audit_entries WHERE subject_type = $1 AND subject_id = $2 ORDER BY id',
    [subjectType, String(id)],
  )
const memberOf = async (id: number) =>
  (await oneRow<{ memberId: number }>(db(), 'SELECT member_id FROM refund_requests WHERE id = $1', [id])).memberId

/** A bank's result of transfers, as a table. */
const resultOf = (...rows: readonly (readonly [account: string, won: string, name: string, result: string])[]) =>
  [
    '입금은행,입금계좌번호,이체금액,예금주,처리결과',
    ...rows.map((row) => ['국민', ...row].map((cell) => `"${cell}"`).join(',')),
  ].join('\n')

const take = (fileId: number, table: string, apply = true, by = payer()) =>
  importResults(db(), by, { fileId, table, apply })

async function fileOf(...accounts: readonly string[]) {
  const ids: number[] = []
  for (const account of accounts) ids.push(await makeRefundRequest({ account, email: `${account}@example.com` }))
  const { file } = await putInFile(payer(), ids)
  return { ids, fileId: file?.id ?? 0 }
}

test('a refund in a file is debited at once, shown as such, and its member is notified only when the bank has sent it', async () => {
  const {
    ids: [id = 0],
    fileId,
  } = await fileOf('00123400001')
  expect(await stateOf(id)).toEqual({ status: 1, transfer: 'IN_FILE' })
  expect(await balanceOf(db(), await memberOf(id))).toBe(0n)
  expect(await mailsAbout(id)).toBe(0)
  expect(await auditOf('refund', id)).toEqual([{ action: 'refund.pay', actorId: payer().memberId }])
  expect(await auditOf('transfer-file', fileId)).toEqual([
    { action: 'transfer-file.create', actorId: payer().memberId },
  ])
  const answer = await take(fileId, resultOf(['001-234-00001', '10,000', '홍00123400001', '정상처리']))
  expect(answer).toMatchObject({ sent: 1, failed: 0, rows: [{ refundId: id, account: '****0001', fault: null }] })
  expect(await stateOf(id)).toEqual({ status: 1, transfer: 'SENT' })
  expect(await mailsAbout(id)).toBe(1)
  await expectBooksBalance()
})

test('the same request twice, or from two people at once, makes one file of each refund', async () => {
  const id = await makeRefundRequest()
  const answers = await Promise.all([putInFile(payer(), [id]), putInFile(colleague(), [id]), putInFile(payer(), [id])])
  expect(answers.filter(({ file }) => file !== null)).toHaveLength(1)
  const { file, rows } = await putInFile(payer(), [id])
  expect(file).toBeNull()
  expect(rows).toEqual([
    { id, result: 'REFUSED', message: expect.stringMatching(/^이미 이체 파일 \d+번에 들어 있어요\.$/) },
  ])
  const items = await db().rows('SELECT FROM transfer_items WHERE refund_id = $1', [id])
  expect(items).toHaveLength(1)
  await expectBooksBalance()
})

test('a refund that was paid out for a file when the process was killed is ready for the next one', async () => {
  const id = await makeRefundRequest()
  let transactions = 0
  // The second transaction of the use case is the one that makes the file.
  const dying = new Proxy(db(), {
    get: (target, name, receiver) => {
      if (name === 'transaction' && ++transactions === 2) throw new Error('killed')
      return Reflect.get(target, name, receiver)
    },
  })
  const filing = { bank: 'KB', refundIds: [id], bankChecked: true, limits: defaultApprovalLimits } as const
  await expect(putRefundsInFile(dying, payer(), filing)).rejects.toThrow('killed')
  expect(await stateOf(id)).toEqual({ status: 1, transfer: 'READY' })
  expect((await putInFile(payer(), [id])).rows).toEqual([{ id, result: 'IN_FILE', message: null }])
  await expectBooksBalance()
})

test('rows that may not be paid are refused with their reason, and the others go into the file', async () => {
  const good = await makeRefundRequest()
  const strange = await makeRefundRequest({ bank: '어느은행' })
  const formula = await makeRefundRequest({ name: '=1+1' })
  const otherName = await makeRefundRequest({ name: '김다른' })
  const own = await makeRefundRequest({}, payer().memberId)
  const { file, rows } = await putInFile(payer(), [good, strange, formula, otherName, own, 2_000_000_000])
  expect(file).toMatchObject({ count: 1, total: 10_000 })
  expect(Object.fromEntries(rows.map(({ id, message }) => [id, message]))).toEqual({
    [good]: null,
    [strange]: '어느 은행인지 알 수 없어 이체 파일에 넣을 수 없어요. 직접 지급해 주세요.',
    [formula]: '예금주에 은행 파일에 쓸 수 없는 글자가 있어요. 직접 지급해 주세요.',
    [otherName]: '예금주와 입금자명이 달라요. 그래도 지급하는 사유를 입력해 주세요.',
    [own]: expect.stringContaining('본인'),
    2000000000: '존재하지 않는 환불 신청이에요.',
  })
  for (const id of [strange, formula, otherName, own]) expect(await stateOf(id)).toEqual({ status: 0, transfer: null })
})

test('a refund whose account AUTH_SECRET no longer opens stays out of the file, undebited, and the others go in', async () => {
  const [unreadable, other] = [await makeRefundRequest(), await makeRefundRequest()]
  await db().rows('UPDATE refund_requests SET account = $2 WHERE id = $1', [unreadable, Buffer.alloc(40)])
  const { file, rows } = await putInFile(payer(), [unreadable, other])
  expect(rows).toEqual([
    {
      id: unreadable,
      result: 'REFUSED',
      message: `환불 ${unreadable}번의 계좌번호를 읽을 수 없어요. AUTH_SECRET이 바뀌었는지 확인해 주세요.`,
    },
    { id: other, result: 'IN_FILE', message: null },
  ])
  expect(await stateOf(unreadable)).toEqual({ status: 0, transfer: null })
  expect((await renderTransferFile(db(), payer(), file?.id ?? 0)).bytes.length).toBeGreaterThan(0)
})

test('a charge that only one person vouches for is not paid out by a file without a check at the bank', async () => {
  const id = await makeRefundRequest()
  const { rows } = await putRefundsInFile(db(), payer(), {
    bank: 'KB',
    refundIds: [id],
    bankChecked: false,
    limits: defaultApprovalLimits,
  })
  expect(rows).toEqual([{ id, result: 'REFUSED', message: expect.stringContaining('은행에서 입금을 직접 확인') }])
})

test('a refund above the limit waits for a second person, and is ready for a file once he has confirmed', async () => {
  const id = await makeRefundRequest({}, undefined, 2_000_000)
  const { file, rows } = await putInFile(payer(), [id])
  expect({ file, rows }).toEqual({ file: null, rows: [{ id, result: 'WAITING', message: null }] })
  expect(await stateOf(id)).toEqual({ status: 0, transfer: null })
  const { id: approvalId } = await oneRow<{ id: number }>(db(), 'SELECT id FROM approvals WHERE subject_id = $1', [id])
  await backdateRole(colleague().memberId)
  await confirmApproval(db(), colleague(), { id: approvalId, reason: '', handlerOf: () => payOutHandler })
  expect(await stateOf(id)).toEqual({ status: 1, transfer: 'READY' })
  expect((await putInFile(payer(), [id])).file).toMatchObject({ count: 1, total: 2_000_000 })
  await expectBooksBalance()
})

test('a file has the same bytes each time, with leading zeros as text', async () => {
  const {
    ids: [id = 0],
    fileId,
  } = await fileOf('00123400002')
  const first = await renderTransferFile(db(), payer(), fileId)
  const again = await renderTransferFile(db(), colleague(), fileId)
  expect(first.bytes.equals(again.bytes)).toBe(true)
  const xml = first.bytes.toString('utf8')
  expect(xml).toContain(
    `<c r="B2" s="1" t="inlineStr"><is><t xml:space="preserve">00123400002</t></is></c><c r="C2"><v>10000</v></c>`,
  )
  expect(xml).toContain(`환불 ${id}`)
})

test('a preview marks nothing, and a result imported twice, or by two at once, marks and notifies once', async () => {
  const {
    ids: [id = 0],
    fileId,
  } = await fileOf('00123400003')
  const table = resultOf(['00123400003', '10000', '홍00123400003', '정상'])
  expect(await take(fileId, table, false)).toMatchObject({ sent: 1 })
  expect(await stateOf(id)).toMatchObject({ transfer: 'IN_FILE' })
  await Promise.all([take(fileId, table), take(fileId, table, true, colleague())])
  expect(await take(fileId, table)).toMatchObject({ sent: 0, rows: [{ isRepeated: true, fault: null }] })
  expect(await mailsAbout(id)).toBe(1)
})

test('a colleague edits the file: another account, sum or holder marks nothing, and the line says so', async () => {
  const { ids, fileId } = await fileOf('00123400004', '00123400005', '00123400006')
  const { rows, sent } = await take(
    fileId,
    resultOf(
      ['99999999999', '10000', '홍길동', '정상'],
      ['00123400005', '90000', '홍00123400005', '정상'],
      ['00123400006', '10000', '박다른', '정상'],
    ),
  )
  expect(sent).toBe(0)
  expect(rows.map(({ fault }) => fault)).toEqual(['NO_REFUND', 'AMOUNT', 'NAME'])
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ transfer: 'IN_FILE' })
})

test('words that say neither sent nor failed, a line given twice, and a contrary result mark nothing', async () => {
  const { ids, fileId } = await fileOf('00123400007', '00123400008')
  const line = ['00123400007', '10000', '홍00123400007', '정상'] as const
  expect((await take(fileId, resultOf(['00123400007', '10000', '홍00123400007', '처리중']))).rows[0]?.fault).toBe(
    'NO_RESULT',
  )
  expect((await take(fileId, resultOf(line, line))).rows.map(({ fault }) => fault)).toEqual(['UNCLEAR', 'UNCLEAR'])
  expect(await stateOf(ids[0] ?? 0)).toMatchObject({ transfer: 'IN_FILE' })
  expect(await take(fileId, resultOf(line))).toMatchObject({ sent: 1 })
  const contrary = await take(fileId, resultOf(['00123400007', '10000', '홍00123400007', '오류']))
  expect(contrary.rows[0]?.fault).toBe('CONTRARY')
  expect(await stateOf(ids[0] ?? 0)).toMatchObject({ transfer: 'SENT' })
})

test('a false failure: whoever recorded it may not send the refund again, a colleague may', async () => {
  const {
    ids: [id = 0],
    fileId,
  } = await fileOf('00123400009')
  expect(await take(fileId, resultOf(['00123400009', '10000', '홍00123400009', '계좌오류']))).toMatchObject({
    failed: 1,
  })
  expect(await stateOf(id)).toMatchObject({ transfer: 'FAILED' })
  expect((await putInFile(payer(), [id])).rows[0]?.message).toContain('이체 실패를 표시한 사람은')
  // This colleague didn't record the failure, but his role is too new, and the message says so.
  expect((await putInFile(colleague(), [id])).rows[0]?.message).toContain('권한을 받은 지 24시간이 지나지 않아')
  await backdateRole(colleague().memberId)
  const { file } = await putInFile(colleague(), [id])
  expect(file).toMatchObject({ count: 1 })
  expect(await take(fileId, resultOf(['00123400009', '10000', '홍00123400009', '계좌오류']))).toMatchObject({
    failed: 0,
  })
  expect(await stateOf(id)).toMatchObject({ transfer: 'IN_FILE' })
  await expectBooksBalance()
})

test('a failure of the first file, read again for the second, does not mark the refund that is on its way', async () => {
  const {
    ids: [id = 0],
    fileId,
  } = await fileOf('00123400022')
  const failure = resultOf(['00123400022', '10000', '홍00123400022', '계좌오류'])
  await take(fileId, failure)
  await backdateRole(colleague().memberId)
  const { file } = await putInFile(colleague(), [id])
  const second = file?.id ?? 0
  expect(await take(second, failure)).toMatchObject({ failed: 0, rows: [{ refundId: null, fault: 'FAILED_BEFORE' }] })
  expect(await stateOf(id)).toMatchObject({ transfer: 'IN_FILE' })
  expect(await take(second, resultOf(['00123400022', '10000', '홍00123400022', '정상']))).toMatchObject({ sent: 1 })
  expect(await take(second, failure)).toMatchObject({ rows: [{ fault: 'CONTRARY' }] })
})

test('a refund that fails in its second file too is marked by hand', async () => {
  const {
    ids: [id = 0],
    fileId,
  } = await fileOf('00123400023')
  const failure = resultOf(['00123400023', '10000', '홍00123400023', '계좌오류'])
  await take(fileId, failure)
  await backdateRole(colleague().memberId)
  const { file } = await putInFile(colleague(), [id])
  await markTransfer(db(), payer(), { refundId: id, result: 'FAILED', reason: '은행에서 확인' })
  expect(await stateOf(id)).toMatchObject({ transfer: 'FAILED' })
  expect(await take(file?.id ?? 0, failure)).toMatchObject({ failed: 0, rows: [{ isRepeated: true, fault: null }] })
})

test('staff mark no result of their own refund, neither by a table nor by hand', async () => {
  const id = await makeRefundRequest({ account: '00123400010' }, colleague().memberId)
  await payOutCashRefundByStaff(id, { actor: payer(), byFile: true })
  const { file } = await putInFile(payer(), [id])
  const fileId = file?.id ?? 0
  const { rows } = await take(fileId, resultOf(['00123400010', '10000', '홍00123400010', '오류']), true, colleague())
  expect(rows[0]?.fault).toBe('OWN')
  const mark = { refundId: id, result: 'FAILED', reason: '은행' } as const
  await expect(markTransfer(db(), colleague(), mark)).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
  expect(await stateOf(id)).toMatchObject({ transfer: 'IN_FILE' })
})

test('a transfer marked by hand has a reason, ends once, and a sent one stays sent', async () => {
  const {
    ids: [id = 0],
  } = await fileOf('00123400011')
  const mark = (result: 'SENT' | 'FAILED', reason = '은행에서 확인') =>
    markTransfer(db(), payer(), { refundId: id, result, reason })
  await expect(mark('SENT', '')).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await mark('FAILED')
  await mark('SENT')
  // The money was sent without the file. In the file, the transfer still counts as failed.
  expect((await transferFilesForStaff(db())).rows[0]).toMatchObject({ sent: 0, failed: 1 })
  await expect(mark('FAILED')).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(mark('SENT')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await putInFile(colleague(), [id])).file).toBeNull()
  expect(await mailsAbout(id)).toBe(1)
  await expect(
    markTransfer(db(), payer(), { refundId: await makeRefundRequest(), result: 'SENT', reason: 'x' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(
    markTransfer(db(), payer(), { refundId: 2_000_000_000, result: 'SENT', reason: 'x' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a file stays listed until its results are known, however many files are newer', async () => {
  const { ids, fileId } = await fileOf('00123400021')
  await db().rows(
    'INSERT INTO transfer_files (bank, total, created_by) SELECT bank, 0, created_by FROM transfer_files, generate_series(1, 20) WHERE id = $1',
    [fileId],
  )
  const listed = async () => (await transferFilesForStaff(db())).rows.some(({ id }) => id === fileId)
  expect(await listed()).toBe(true)
  await markTransfer(db(), payer(), { refundId: ids[0] ?? 0, result: 'SENT', reason: '은행에서 확인' })
  expect(await listed()).toBe(false)
})

test('a table without headings, with too many lines or of an unknown file is refused', async () => {
  const { fileId } = await fileOf('00123400012')
  await expect(take(fileId, '안녕하세요')).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await expect(take(2_000_000_000, resultOf())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const many = resultOf(...Array.from({ length: 1_001 }, () => ['1', '1', '홍', '정상'] as const))
  await expect(take(fileId, many)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await expect(renderTransferFile(db(), payer(), 2_000_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an account is not deleted while its refund is on the way', async () => {
  const {
    ids: [id = 0],
    fileId,
  } = await fileOf('00123400013')
  const memberId = await memberOf(id)
  await expect(deleteAccount(db(), memberId)).rejects.toMatchObject({
    message: '환불금을 보내는 중이에요. 입금을 확인한 뒤에 탈퇴해 주세요.',
  })
  await take(fileId, resultOf(['00123400013', '10000', '홍00123400013', '정상']))
  await deleteAccount(db(), memberId)
  await expect(renderTransferFile(db(), payer(), fileId)).rejects.toMatchObject({
    code: 'CONFLICT',
    message:
      '이체받은 회원이 탈퇴해 계좌가 지워진 파일이라 내려받을 수 없어요. 남은 환불은 은행에서 결과를 확인하고 하나씩 표시해 주세요.',
  })
})

test('a file with an account number that AUTH_SECRET no longer opens isn’t written, and the refusal names the refund', async () => {
  const {
    ids: [id = 0],
    fileId,
  } = await fileOf('00123400015')
  await db().rows("UPDATE refund_requests SET account = 'x'::bytea WHERE id = $1", [id])
  await expect(renderTransferFile(db(), payer(), fileId)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `환불 ${id}번의 계좌번호를 읽을 수 없어요. AUTH_SECRET이 바뀌었는지 확인해 주세요.`,
  })
})

test('a refund ready for a file is sent by hand instead, and can’t have failed before it was in one', async () => {
  const id = await makeRefundRequest()
  await payOutCashRefundByStaff(id, { actor: payer(), byFile: true })
  const mark = (result: 'SENT' | 'FAILED') => markTransfer(db(), payer(), { refundId: id, result, reason: '직접 이체' })
  await expect(mark('FAILED')).rejects.toMatchObject({ code: 'CONFLICT' })
  await mark('SENT')
  expect(await stateOf(id)).toEqual({ status: 1, transfer: 'SENT' })
})

test('a refund sent by hand is not marked so once a colleague has put it into a file: both would pay it', async () => {
  const id = await makeRefundRequest()
  await payOutCashRefundByStaff(id, { actor: payer(), byFile: true })
  await putInFile(colleague(), [id])
  const mark = { refundId: id, result: 'SENT', reason: '직접 이체' } as const
  await expect(markTransfer(db(), payer(), { ...mark, from: 'READY' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.',
  })
  expect(await stateOf(id)).toMatchObject({ transfer: 'IN_FILE' })
  await markTransfer(db(), payer(), { ...mark, from: 'IN_FILE' })
  expect(await stateOf(id)).toMatchObject({ transfer: 'SENT' })
})

test('a lone OWNER sends again what failed by his own word, with a fresh proof only', async () => {
  const other = await makeRefundRequest()
  const {
    ids: [id = 0],
  } = await fileOf('00123400014')
  await removeAllStaffRoles()
  const owner = staffOf(await makeMember({ role: 'OWNER' }), 'OWNER')
  await markTransfer(db(), owner, { refundId: id, result: 'FAILED', reason: '은행에서 확인' })
  // The whole call is refused, and nothing is paid out yet: the console then asks for the proof and sends the call
  // again.
  await expect(putInFile(owner, [other, id])).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' })
  expect(await stateOf(other)).toEqual({ status: 0, transfer: null })
  const proved = { ...owner, reauthenticated: true }
  expect((await putInFile(proved, [other, id])).rows).toMatchObject([{ result: 'IN_FILE' }, { result: 'IN_FILE' }])
  await expectBooksBalance()
})
