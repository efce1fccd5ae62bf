import { afterAll, expect, test, vi } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundRequest } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { compareBankDay } from '#lib/deposits/statements/queries.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { makeTestKeyProgram } from '#lib/sandbox/testing/tester.ts'
import { signedIn } from '#lib/web/testing/caller.ts'
import { applyRetentionPolicy } from './apply-retention-policy.ts'
import { retentionLabels } from './labels.ts'
import { retentionPolicy } from './retention-policy.ts'

afterAll(() => expectBooksBalance())

test('every period of the specification has its rule, and every rule a name', () => {
  const periods = Object.fromEntries(retentionPolicy.map(({ subject, period }) => [subject, period]))
  expect(periods).toEqual({
    HISTORY: '3 months',
    IDENTITY: '6 months',
    VISITS: '3 months',
    COMPLAINTS: '3 years',
    CONTRACTS: '5 years',
    PAYMENTS: '5 years',
    ABUSE: '5 years',
    FORMER_IDENTITIES: '1 year',
    FORMER_MEMBERS: '5 years',
    MESSAGES: '3 months',
    UPLOADS: '1 day',
    SANDBOX: '30 days',
  })
  for (const { subject } of retentionPolicy) expect(retentionLabels[subject]).toMatch(/[가-힣]/)
})

async function makeOrderAged(age: string): Promise<number> {
  const { id: memberId } = await makeMember({ points: 100 })
  const { orderId } = await placeOrder(db(), orderRequest({ memberId, serviceId: await makeService() }))
  await db().rows('UPDATE orders SET created_at = now() - $2::interval WHERE id = $1', [orderId, age])
  return orderId
}

const linkOf = async (id: number) =>
  (await oneRow<{ link: string }>(db(), 'SELECT link FROM orders WHERE id = $1', [id])).link

test('an order of five years ago keeps its money and loses its link; one a day younger keeps both', async () => {
  const [old, young] = [await makeOrderAged('5 years 1 hour'), await makeOrderAged('4 years 364 days')]
  await applyRetentionPolicy(db())
  expect(await linkOf(old)).toBe('')
  expect(await linkOf(young)).not.toBe('')
  expect(await oneRow(db(), 'SELECT price > 0 AS paid FROM orders WHERE id = $1', [old])).toEqual({ paid: true })
})

test('a rule that fails stops no other, and the run counts as failed', async () => {
  const old = await makeOrderAged('5 years 1 hour')
  const runs = () => oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM retention_runs')
  const before = await runs()
  const first = retentionPolicy.find(({ treat }) => treat)
  const broken = vi
    .spyOn(first as unknown as { treat(): Promise<number> }, 'treat')
    .mockRejectedValue(new Error('too slow'))
  await expect(applyRetentionPolicy(db())).rejects.toThrow('1 rules of retention')
  expect(await linkOf(old)).toBe('')
  expect(await runs()).toEqual(before)
  broken.mockRestore()
})

test('a row of the bank account of two months ago no longer says whose it was', async () => {
  await db().rows(`INSERT INTO bank_rows (account, row_key, at, precision, name, memo, paid_in, paid_out, created_at)
    SELECT '', age, now(), 'EXACT', '홍길동', '월세', 100, 0, now() - age::interval
    FROM unnest(ARRAY['63 days', '1 month']) AS t (age)`)
  await applyRetentionPolicy(db())
  expect(await db().rows("SELECT name, memo FROM bank_rows WHERE account = '' ORDER BY created_at")).toEqual([
    { name: '', memo: '' },
    { name: '홍길동', memo: '월세' },
  ])
})

test('a day of two months ago still tells the bank’s fees from other withdrawals', async () => {
  await db().rows(`INSERT INTO bank_rows (account, row_key, at, precision, name, memo, paid_in, paid_out, created_at)
    SELECT '110-1', memo, now() - interval '63 days', 'EXACT', name, memo, 0, 50000, now() - interval '63 days'
    FROM (VALUES ('국민은행', '타행이체수수료'), ('출금수수료', ''), ('홍길동', '월세')) AS t (name, memo)`)
  const day = seoulDay(new Date(), -63)
  const before = await compareBankDay(db(), day)
  await applyRetentionPolicy(db())
  const after = await compareBankDay(db(), day)
  expect(before).toMatchObject({ accounts: [{ fees: { count: 2, won: 1_000 } }], rows: [{ kind: 'WITHDRAWAL' }] })
  expect(after).toMatchObject({
    accounts: [{ fees: { count: 2, won: 1_000 } }],
    rows: [{ kind: 'WITHDRAWAL', name: '' }],
  })
  expect(after.accounts[0]?.rows.map(({ name, memo }) => [name, memo])).toEqual([
    ['', '수수료'],
    ['', '수수료'],
    ['', ''],
  ])
  expect(await applyRetentionPolicy(db())).toMatchObject({ PAYMENTS: 0 })
})

test('a charge and a deposit of five years ago no longer say whose they were', async () => {
  const id = await makeCharge({ memberId: (await makeMember()).id, name: '옛 이름' })
  await db().rows("UPDATE charges SET created_at = now() - interval '5 years 1 day' WHERE id = $1", [id])
  await db().rows(`INSERT INTO deposits (external_id, name, normal_name, amount, at, created_at)
    VALUES ('old', '옛 이름', '옛이름', 1, now(), now() - interval '5 years 1 day')`)
  await applyRetentionPolicy(db())
  expect(await oneRow(db(), 'SELECT name, fee_value FROM charges WHERE id = $1', [id])).toEqual({
    name: '',
    feeValue: {},
  })
  expect(await oneRow(db(), "SELECT name FROM deposits WHERE external_id = 'old'")).toEqual({ name: '' })
})

/**
 * Sets the time in `column` of two rows: in the first row the period ended an hour ago, in the second it ends in an
 * hour.
 */
async function agePair(table: string, column: string, ids: readonly number[], period: string, key = 'id') {
  const change = `UPDATE ${table} SET ${column} = now() - $2::interval - $3::interval WHERE ${key} = $1`
  for (const [at, past] of ['1 hour', '-1 hour'].entries()) await ownerDatabase().rows(change, [ids[at], period, past])
}

test('who asked for a refund of five years ago, and to which account, is no longer stored', async () => {
  const members = [await makeMember(), await makeMember()]
  const ids = [await makeCashRefundRequest(members[0]?.id ?? 0), await makeCashRefundRequest(members[1]?.id ?? 0)]
  await agePair('refund_requests', 'created_at', ids, '5 years')
  await applyRetentionPolicy(db())
  const rows = await db().rows(
    `SELECT name <> '' AS name, email <> '' AS email, bank <> '' AS bank, length(account) > 0 AS account,
       account_hash IS NOT NULL AS hash, point > 0 AS paid FROM refund_requests WHERE id = ANY ($1) ORDER BY id`,
    [ids],
  )
  expect(rows).toEqual([
    { name: false, email: false, bank: false, account: false, hash: false, paid: true },
    { name: true, email: true, bank: true, account: true, hash: true, paid: true },
  ])
})

test('an auto order of five years ago loses its link', async () => {
  const ids: number[] = []
  for (let made = 0; made < 2; made++)
    ids.push((await makeAutoOrder({ memberId: (await makeMember({ points: 1_000 })).id })).id)
  await agePair('auto_orders', 'created_at', ids, '5 years')
  await applyRetentionPolicy(db())
  const rows = await db().rows<{ link: string }>('SELECT link FROM auto_orders WHERE id = ANY ($1) ORDER BY id', [ids])
  expect(rows.map(({ link }) => link !== '')).toEqual([false, true])
})

test('a former member’s restriction is forgotten five years after he left, a present one’s never', async () => {
  const ids: number[] = []
  for (let made = 0; made < 3; made++) ids.push((await makeMember({ restriction: 'BANNED' })).id)
  for (const id of ids.slice(0, 2)) await deleteAccount(db(), id)
  await agePair('members', 'deleted_at', ids, '5 years')
  await applyRetentionPolicy(db())
  const rows = await db().rows('SELECT restriction FROM members WHERE id = ANY ($1) ORDER BY id', [ids])
  expect(rows).toEqual([{ restriction: 'NORMAL' }, { restriction: 'BANNED' }, { restriction: 'BANNED' }])
})

test('a sent message goes after three months, an account event after six', async () => {
  const messages = await ownerDatabase().rows<{ id: number }>(
    `INSERT INTO outbox_messages (channel, "to", subject, body, status, sent_at) SELECT 'EMAIL', '', '', '', 'SENT', now()
     FROM generate_series(1, 2) RETURNING id`,
  )
  const { id: memberId } = await makeMember()
  const events = await db().rows<{ id: number }>(
    `INSERT INTO account_events (member_id, kind, address, created_at)
     SELECT $1, 'EMAIL_CHANGED', '', now() - interval '6 months' - past FROM unnest($2::interval[]) AS past RETURNING id`,
    [memberId, ['1 hour', '-1 hour']],
  )
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  await agePair('outbox_messages', 'created_at', idsOf(messages), '3 months')
  await applyRetentionPolicy(db())
  const left = (table: string, rows: readonly { id: number }[]) =>
    db().rows(`SELECT id FROM ${table} WHERE id = ANY ($1)`, [idsOf(rows)])
  expect(await left('outbox_messages', messages)).toEqual(messages.slice(1))
  expect(await left('account_events', events)).toEqual(events.slice(1))
})

test('where a login came from is forgotten after three months', async () => {
  const ids = [(await makeMember()).id, (await makeMember()).id]
  await db().rows(
    `INSERT INTO member_visits (member_id, kind, hash) SELECT id, 'DEVICE', sha256('') FROM unnest($1::int[]) AS id`,
    [ids],
  )
  await agePair('member_visits', 'last_at', ids, '3 months', 'member_id')
  await applyRetentionPolicy(db())
  const rows = await db().rows('SELECT member_id FROM member_visits WHERE member_id = ANY ($1)', [ids])
  expect(rows).toEqual([{ memberId: ids[1] }])
})

test('visits go after three months, unless the session still lives; identity checks after six months', async () => {
  const [ended, living] = [await signedIn(), await signedIn()]
  await db().rows("UPDATE sessions SET last_used_at = now() - interval '93 days'")
  await db().rows('UPDATE sessions SET revoked_at = now() WHERE member_id = $1', [ended.id])
  const code = `INSERT INTO verification_codes (channel, target, code_hash, created_at, expires_at, used_at)
    VALUES ('EMAIL', $1, '', now() - $2::interval, now(), now())`
  await db().rows(code, ['old', '6 months 1 day'])
  await db().rows(code, ['young', '5 months'])
  await applyRetentionPolicy(db())
  expect(await db().rows('SELECT member_id FROM sessions')).toEqual([{ memberId: living.id }])
  expect(await db().rows('SELECT target FROM verification_codes')).toEqual([{ target: 'young' }])
})

test('settled tasks go after three years, open ones never; a second run has nothing left to do', async () => {
  const task = `INSERT INTO tasks (kind, ref_type, ref_id, detail, created_at, resolved_at)
    VALUES ('X', 'x', $1, '{}', now() - interval '4 years', now() - $2::interval)`
  await db().rows(task, [1, '3 years 1 day'])
  await db().rows(task, [2, '2 years'])
  await db().rows(task, [3, null])
  expect(await applyRetentionPolicy(db())).toMatchObject({ COMPLAINTS: 1 })
  expect(await db().rows("SELECT ref_id FROM tasks WHERE kind = 'X' ORDER BY 1")).toEqual([{ refId: 2 }, { refId: 3 }])
  expect(Object.values(await applyRetentionPolicy(db())).every((count) => count === 0)).toBe(true)
})

test('simulated orders are gone after 30 days, an unused sandbox with them', async () => {
  const [old, young] = [await makeTestKeyProgram(), await makeTestKeyProgram()]
  const serviceId = await makeService()
  for (const tester of [old, young]) await tester.order({ serviceId })
  const age = (member: number, days: number) =>
    db().rows(
      `WITH aged AS (UPDATE sandboxes SET used_at = used_at - $2 * interval '1 day' WHERE member_id = $1 RETURNING id)
       UPDATE sandbox_orders SET created_at = created_at - $2 * interval '1 day' FROM aged WHERE sandbox_id = aged.id`,
      [member, days],
    )
  await age(old.member.id, 30.01)
  await age(young.member.id, 29.99)
  await applyRetentionPolicy(db())
  const left = await db().rows<{ memberId: number; orders: number }>(
    `SELECT b.member_id, count(o.id)::int AS orders FROM sandboxes b LEFT JOIN sandbox_orders o ON o.sandbox_id = b.id GROUP BY 1`,
  )
  expect(left).toEqual([{ memberId: young.member.id, orders: 1 }])
})
