import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { chargeStatus, feeType } from '#lib/charges/labels.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundRequest, payOutCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { receiveDeposits } from '#lib/deposits/receive-deposits.ts'
import { insertMember } from '#lib/members/insert-member.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { applyRetentionPolicy } from '#lib/reports/apply-retention-policy.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { registry } from '#lib/web/registry.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { archiveDeletedMembers } from './archive-member.ts'
import { recordFieldLabels } from './labels.ts'

afterEach(() => expectBooksBalance())

let madeMembers = 0

const name = '탈퇴할사람'
const link = 'https://www.instagram.com/leaving.person/'

/** Creates a member with a credited charge, a cash refund that was paid out, a completed order and a message. */
async function makeMemberWithRecords() {
  const [email, phone] = [`leaver${++madeMembers}@example.com`, String(1_099_990_000 + madeMembers).padStart(11, '0')]
  const member = await makeMember({ points: 50, email, phone })
  const chargeId = await makeCharge({ memberId: member.id, name })
  await db().rows(
    `UPDATE charges SET fee_type = ${feeType.CASH}, fee_value = jsonb_build_object('phone', $2::text) WHERE id = $1`,
    [chargeId, phone],
  )
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await payOutCashRefundByStaff(await makeCashRefundRequest(member.id), { reason: '가족 계좌' })
  const orderId = await makeOrder({
    memberId: member.id,
    serviceId: await makeService({ type: 'Poll' }),
    amount: 1,
    link,
    details: { answerNumber: 2 },
  })
  await transitionOrder(db(), someStaff, { orderId, status: 2, remains: null, startCount: null, reason: 'test' })
  await db().rows('UPDATE orders SET link = $2, clean_link = $2 WHERE id = $1', [orderId, link])
  await db().rows(
    "INSERT INTO outbox_messages (channel, \"to\", subject, body, status, sent_at) VALUES ('EMAIL', $1, '안내', '', 'SENT', now())",
    [email],
  )
  return { ...member, email, phone, chargeId, orderId }
}

/** Creates a member with a charge, a cash refund, an order and a message, and deletes his account. */
async function makeFormerMember() {
  const member = await makeMemberWithRecords()
  await deleteAccount(db(), member.id)
  return member
}

const readCall = registry.find(({ path }) => path === '/api/admin/retained-records') as Call

async function readRecordsAs(caller: SignedIn, body: unknown) {
  const headers = { ...caller.headers, ...(await reauthHeaders(caller)) }
  return send(readCall, { body, headers })
}

const audits = (memberId: number) =>
  db().rows<{ actorId: number; reason: string }>(
    "SELECT actor_id, reason FROM audit_entries WHERE action = 'retained-records.read' AND subject_id = $1",
    [String(memberId)],
  )

type MemberWithRecords = Awaited<ReturnType<typeof makeMemberWithRecords>>

/**
 * All responses that SUPPORT gets from the lists and details of the console, with and without a search for this member.
 */
async function responsesToSupport(known: MemberWithRecords): Promise<string> {
  const { headers } = await signedIn({ role: 'SUPPORT' })
  // The audit trail is left out, because it contains staff's searches, including those of this test.
  const calls = registry.filter(
    ({ method, path, access }) => method === 'GET' && /^\/api\/admin\/(?!audit)/.test(path) && access === 'SUPPORT',
  )
  expect(calls.length).toBeGreaterThan(20)
  const answers: string[] = []
  for (const call of calls) {
    const ids = call.path.includes('{id}') ? [known.id, known.chargeId, known.orderId] : ['']
    for (const id of ids) {
      for (const search of ['', `q=${known.loginId}`, `q=${encodeURIComponent(name)}`]) {
        const { status, body } = await send(call, { path: call.path.replace('{id}', String(id)), search, headers })
        expect(status, `${call.path}?${search}`).toBeLessThan(500)
        if (typeof body === 'string') answers.push(body)
      }
    }
  }
  return answers.join('\n')
}

test('staff lists no longer show a member’s data once he has deleted his account', async () => {
  const known = await makeMemberWithRecords()
  const secrets = [known.loginId, known.email, known.phone, name, 'leaving.person']
  const before = await responsesToSupport(known)
  expect(secrets.filter((secret) => !before.includes(secret))).toEqual([])
  await deleteAccount(db(), known.id)
  const after = await responsesToSupport(known)
  expect(secrets.filter((secret) => after.includes(secret))).toEqual([])
})

test('messages to the address of a refund, why he was restricted and the name in a task go with the account', async () => {
  const member = await makeMemberWithRecords()
  const to = `refund-${member.id}@example.com`
  await db().rows('UPDATE refund_requests SET email = $2 WHERE member_id = $1', [member.id, to])
  await db().rows(
    "INSERT INTO outbox_messages (channel, \"to\", subject, body, status, sent_at) VALUES ('EMAIL', upper($1), '환불', '', 'SENT', now())",
    [to],
  )
  await db().rows("UPDATE members SET restriction_reason = '다투는 중' WHERE id = $1", [member.id])
  await fileTask(db(), {
    ...{ kind: 'DEPOSIT_DIFFERS', refType: 'charge', refId: member.chargeId },
    detail: { name, reported: name, amount: 1 },
  })
  await deleteAccount(db(), member.id)
  expect(await db().rows('SELECT FROM outbox_messages WHERE lower("to") = $1', [to])).toEqual([])
  expect(
    await oneRow(
      db(),
      "SELECT restriction_reason, (SELECT detail FROM tasks WHERE ref_type = 'charge' AND ref_id = $2) AS detail FROM members WHERE id = $1",
      [member.id, member.chargeId],
    ),
  ).toEqual({ restrictionReason: '', detail: { amount: 1 } })
})

test('records are kept for 5 years from the deletion, however old they were', async () => {
  const member = await makeMemberWithRecords()
  await ownerDatabase().rows("UPDATE charges SET created_at = now() - interval '4 years' WHERE id = $1", [
    member.chargeId,
  ])
  await deleteAccount(db(), member.id)
  const { kept } = await oneRow<{ kept: boolean }>(
    db(),
    "SELECT keep_until > now() + interval '4 years 11 months' AS kept FROM retained_records WHERE kind = 'CHARGE' AND ref_id = $1",
    [member.chargeId],
  )
  expect(kept).toBe(true)
})

test('lists call a former member by his number alone', async () => {
  const former = await makeFormerMember()
  const row = await oneRow(db(), 'SELECT login_id, memo FROM members WHERE id = $1', [former.id])
  expect(row).toEqual({ loginId: `탈퇴 회원 ${former.id}`, memo: '' })
})

test('an OWNER reads what is retained, by number or former login id, and each reading is audited with its reason', async () => {
  const former = await makeFormerMember()
  const owner = await signedIn({ role: 'OWNER' })
  const byNumber = await readRecordsAs(owner, { memberNo: former.id, reason: '결제 분쟁' })
  expect(byNumber.status).toBe(200)
  const kinds = Object.fromEntries(
    byNumber.json.rows.map((row: { kind: string; data: unknown }) => [row.kind, row.data]),
  )
  expect(kinds.MEMBER).toMatchObject({ loginId: former.loginId, email: former.email })
  expect(kinds.CHARGE).toMatchObject({ name, phone: former.phone })
  expect(kinds.ORDER).toMatchObject({ link, details: '{"answerNumber": 2}' })
  expect(await db().rows('SELECT 1 FROM orders WHERE member_id = $1 AND details IS NOT NULL', [former.id])).toEqual([])
  const byId = await readRecordsAs(owner, { memberId: former.loginId.toUpperCase(), reason: '수사 협조', size: 1 })
  expect(byId.json).toMatchObject({ memberNo: former.id, total: byNumber.json.total })
  expect(byId.json.nextCursor).not.toBeNull()
  expect(await audits(former.id)).toEqual([
    { actorId: owner.id, reason: '결제 분쟁' },
    { actorId: owner.id, reason: '수사 협조' },
  ])
})

test('nobody but an OWNER reads them, and nobody without a reason; a refusal reads nothing', async () => {
  const former = await makeFormerMember()
  for (const role of ['SUPPORT', 'MANAGER'] as const)
    expect((await readRecordsAs(await signedIn({ role }), { memberNo: former.id, reason: '궁금해서' })).status).toBe(
      403,
    )
  const owner = await signedIn({ role: 'OWNER' })
  expect((await readRecordsAs(owner, { memberNo: former.id, reason: '  ' })).status).toBe(400)
  expect((await readRecordsAs(owner, { reason: '사유' })).status).toBe(400)
  expect((await send(readCall, { body: { memberNo: former.id, reason: '사유' }, headers: owner.headers })).status).toBe(
    403,
  )
  expect(await audits(former.id)).toEqual([])
})

test('a member who is still here has no retained records', async () => {
  const member = await makeMember()
  const owner = await signedIn({ role: 'OWNER' })
  expect((await readRecordsAs(owner, { memberNo: member.id, reason: '사유' })).status).toBe(404)
  expect((await readRecordsAs(owner, { memberId: member.loginId, reason: '사유' })).status).toBe(404)
})

test('in the database what is retained is encrypted, and refuses a change and an early deletion', async () => {
  const former = await makeFormerMember()
  const rows = await db().rows<{ data: Buffer }>('SELECT data FROM retained_records WHERE member_id = $1', [former.id])
  expect(rows.length).toBeGreaterThan(2)
  for (const { data } of rows) expect(data.includes(Buffer.from(former.loginId))).toBe(false)
  const change = 'UPDATE retained_records SET keep_until = now() WHERE member_id = $1'
  const early = 'DELETE FROM retained_records WHERE member_id = $1'
  for (const statement of [change, early])
    await expect(db().rows(statement, [former.id])).rejects.toThrow('permission denied')
  await expect(ownerDatabase().rows(change, [former.id])).rejects.toThrow('append-only')
  await expect(ownerDatabase().rows(early, [former.id])).rejects.toThrow(/kept until/)
})

test('after five years they go', async () => {
  const former = await makeFormerMember()
  await db().rows(
    `INSERT INTO retained_records (member_id, kind, ref_id, data, recorded_at, keep_until)
     VALUES ($1, 'ORDER', $2, '', now() - interval '6 years', now() - interval '1 day')`,
    [former.id, 2_000_000_000 - former.id],
  )
  const count = 'SELECT count(*)::int AS count FROM retained_records WHERE member_id = $1'
  const before = (await oneRow<{ count: number }>(db(), count, [former.id])).count
  await applyRetentionPolicy(db())
  expect((await oneRow<{ count: number }>(db(), count, [former.id])).count).toBe(before - 1)
})

test('the login id of a former member is never given out again, nor to whoever asks while he leaves', async () => {
  const former = await makeFormerMember()
  const { id: registerWhere } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO register_wheres (text) VALUES ('검색') RETURNING id",
  )
  const asNew = (loginId: string) => ({
    ...{ loginId, passwordHash: null, email: null, phone: '', registerWhere, referrerId: null },
  })
  await expect(insertMember(db(), asNew(former.loginId))).rejects.toThrow()
  const leaving = await makeMember()
  const outcomes = await Promise.allSettled([
    deleteAccount(db(), leaving.id),
    ...Array.from({ length: 8 }, () => insertMember(db(), asNew(leaving.loginId))),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(8).fill('rejected')])
})

test('a deleted member whose records can’t be moved holds up no other', async () => {
  const leaving = [await makeMember(), await makeMember()]
  for (const { id } of leaving)
    await db().rows(
      `UPDATE members SET deleted_at = now(), email = NULL, phone = NULL, password_hash = NULL, referral_code = NULL
       WHERE id = $1`,
      [id],
    )
  const [first, second] = leaving.map(({ id }) => id)
  await ownerDatabase().rows(
    `ALTER TABLE retained_records ADD CONSTRAINT one_fails CHECK (member_id <> ${first}) NOT VALID`,
  )
  await expect(archiveDeletedMembers(db())).rejects.toThrow('1 members')
  const archived = () =>
    db().rows('SELECT id FROM members WHERE id = ANY ($1) AND archived_at IS NOT NULL', [[first, second]])
  expect(await archived()).toEqual([{ id: second }])
  await ownerDatabase().rows('ALTER TABLE retained_records DROP CONSTRAINT one_fails')
  await archiveDeletedMembers(db())
  expect(await archived()).toHaveLength(2)
})

test('members who were deleted before there were retained records are moved by the job, once', async () => {
  const member = await makeMember()
  const chargeId = await makeCharge({ memberId: member.id, name })
  await db().rows(
    `UPDATE members SET deleted_at = now(), email = NULL, phone = NULL, password_hash = NULL, referral_code = NULL
     WHERE id = $1`,
    [member.id],
  )
  await db().rows(
    `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'DELETED', response_at = now() WHERE id = $1`,
    [chargeId],
  )
  expect(await archiveDeletedMembers(db())).toBeGreaterThan(0)
  expect(await archiveDeletedMembers(db())).toBe(0)
  const kinds = await db().rows('SELECT kind FROM retained_records WHERE member_id = $1 ORDER BY id', [member.id])
  expect(kinds).toEqual([{ kind: 'MEMBER' }, { kind: 'CHARGE' }])
})

test('a deposit that paid a former member’s charge no longer says whose it was', async () => {
  const member = await makeMember()
  const name = '입금하고떠난이'
  await makeCharge({ memberId: member.id, name, point: 12_345 })
  const externalId = `former-${member.id}`
  const deposit = { externalId, name, amount: 12_345, at: new Date().toISOString() }
  await receiveDeposits(db(), [deposit], { source: 'HOOK' })
  await deleteAccount(db(), member.id)
  expect(await oneRow(db(), 'SELECT name, normal_name FROM deposits WHERE external_id = $1', [externalId])).toEqual({
    name: '',
    normalName: expect.stringMatching(/^former:[0-9a-f]{32}$/),
  })
})

test('a deposit of somebody else with the same name and sum keeps its name; a second report of his own doesn’t', async () => {
  const [leaver, other] = [await makeMember(), await makeMember()]
  const name = '같은이름'
  const pay = async (memberId: number, externalId: string) => {
    await makeCharge({ memberId, name, point: 23_456 })
    const deposit = { externalId, name, amount: 23_456, at: new Date().toISOString() }
    await receiveDeposits(db(), [deposit], { source: 'HOOK' })
  }
  await pay(leaver.id, 'of-leaver')
  await pay(other.id, 'of-other')
  await db().rows(
    `INSERT INTO deposits (external_id, name, normal_name, amount, at, status)
     SELECT 'second-report', name, normal_name, amount, at, 'DUPLICATE' FROM deposits WHERE external_id = 'of-leaver'`,
  )
  await deleteAccount(db(), leaver.id)
  const names = await db().rows<{ externalId: string; name: string }>(
    "SELECT external_id, name FROM deposits WHERE external_id IN ('of-leaver', 'of-other', 'second-report') ORDER BY 1",
  )
  expect(names.map((row) => [row.externalId, row.name])).toEqual([
    ['of-leaver', ''],
    ['of-other', name],
    ['second-report', ''],
  ])
})

test('every field that is retained has a label, without which nobody could read it', () => {
  const source = readFileSync(join(import.meta.dirname, 'archive-member.ts'), 'utf8')
  const objects = [...source.matchAll(/jsonb_build_object\(([\s\S]*?)\) AS data/g)].map(([, fields = '']) => fields)
  const fields = objects.flatMap((text) => [...text.matchAll(/'(\w+)',/g)].map(([, field = '']) => field))
  expect(fields.length).toBeGreaterThan(15)
  const internal = ['feeType', 'status']
  expect(fields.filter((field) => !(field in recordFieldLabels) && !internal.includes(field))).toEqual([])
})
