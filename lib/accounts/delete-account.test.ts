import { afterEach, expect, test } from 'vitest'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { callerOfKey } from '#lib/api-keys/testing/holder.ts'
import { noApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff, staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { requestCancellation } from '#lib/card-payments/cancel-payment.ts'
import { makeCardCharge } from '#lib/card-payments/testing/payments.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { followChanges } from '#lib/change-notices/follow-changes.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { expireCharges } from '#lib/charges/fail-charge.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { pendingCharge } from '#lib/charges/rules.ts'
import { backdateExpiry, makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput, makeCashRefundRequest } from '#lib/charges/testing/refunds.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { type Database, type Db, db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { expectLockWaits } from '#lib/core/testing/lock-waits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { warnDormantMembers } from '#lib/members/warn-dormant.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { makeOrder, orderRequest } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { issueReferralCode } from '#lib/referrals/issue-referral-code.ts'
import { makeReferral } from '#lib/referrals/testing/referrals.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { holderOfToken } from '#lib/sessions/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { changeRole } from '#lib/staff/change-role.ts'
import { setWebhook } from '#lib/webhooks/set-webhook.ts'
import { changeContact } from './change-contact.ts'
import { deleteAccount } from './delete-account.ts'
import { holderOfResetLink } from './reset-link.ts'
import { sendCodeAndRead } from './testing/codes.ts'
import { createResetTokenFor } from './testing/links.ts'

afterEach(() => expectBooksBalance())

const ordersRunningError = { code: 'CONFLICT', message: '진행 중인 주문이 있어 탈퇴할 수 없습니다.' }

const balanceOfMember = async (id: number) =>
  (await oneRow<{ point: bigint }>(db(), 'SELECT point FROM balances WHERE member_id = $1', [id])).point

const settleOrder = async (orderId: number, status: 2 | 5) =>
  transitionOrder(db(), someStaff, { orderId, status, remains: null, startCount: null, reason: 'test' })

test('the remaining points are forfeited by one ledger entry; spent points stay spent', async () => {
  const { id } = await makeMember({ points: 100 })
  await settleOrder(await makeOrder({ memberId: id, serviceId: await makeService(), amount: 30 }), 2)
  expect(await deleteAccount(db(), id)).toBe(7_000n)
  const entries = await db().rows(
    "SELECT delta, balance_after, actor FROM point_entries WHERE kind = 'FORFEIT' AND member_id = $1",
    [id],
  )
  expect(entries).toEqual([{ delta: -7_000n, balanceAfter: 0n, actor: `member:${id}` }])
})

test('an empty balance makes no ledger entry', async () => {
  const { id } = await makeMember()
  expect(await deleteAccount(db(), id)).toBe(0n)
  expect(await db().rows('SELECT FROM point_entries WHERE member_id = $1', [id])).toHaveLength(0)
})

test('everything that identified the member or gave access to his account is gone', async () => {
  const referred = await makeMember()
  const member = await makeMember({ email: 'leaver@example.com', phone: '01077777777' })
  const { token } = await openSession(db(), { memberId: member.id, role: 'MEMBER', device: 'test' })
  const key = await issueApiKey(db(), member.id)
  const link = await createResetTokenFor(member)
  await issueReferralCode(db(), member.id, { enabled: true })
  await db().rows('UPDATE members SET referred_by_id = $2 WHERE id = $1', [referred.id, member.id])
  await deleteAccount(db(), member.id)
  const row = await oneRow(
    db(),
    `SELECT login_id, email, phone, password_hash, referral_code, role, deleted_at IS NOT NULL AS gone,
       (SELECT count(*)::int FROM sessions WHERE member_id = $1) AS sessions,
       (SELECT count(*)::int FROM members WHERE referred_by_id = $1) AS referred
     FROM members WHERE id = $1`,
    [member.id],
  )
  expect(row).toEqual({
    loginId: `탈퇴 회원 ${member.id}`,
    email: null,
    phone: null,
    passwordHash: null,
    referralCode: null,
    role: 'MEMBER',
    gone: true,
    sessions: 0,
    referred: 0,
  })
  expect([await holderOfToken(db(), token), await callerOfKey(key), await holderOfResetLink(db(), link)]).toEqual([
    null,
    null,
    null,
  ])
})

test('nothing stays of what a member chose, proved or was given: keys of his second factor, SNS, notices, prices', async () => {
  const { id } = await makeMember({ phone: '01066666666' })
  const serviceId = await makeService()
  const inserts = {
    staff_totp: "INSERT INTO staff_totp (member_id, secret, last_step) VALUES ($1, '', 0)",
    recovery_codes: "INSERT INTO recovery_codes (member_id, code_hash) VALUES ($1, sha256('code'))",
    login_tickets: "INSERT INTO login_tickets (member_id, token_hash, expires_at) VALUES ($1, sha256('ticket'), now())",
    sns_links: "INSERT INTO sns_links (member_id, provider, subject) VALUES ($1, 'NAVER', 'somebody')",
    webhooks: "INSERT INTO webhooks (member_id, url, secret) VALUES ($1, 'https://shop.example', '')",
    change_followers: 'INSERT INTO change_followers (member_id, notified_until) VALUES ($1, now())',
    favorites: `INSERT INTO favorites (member_id, service_id) VALUES ($1, ${serviceId})`,
    member_prices: 'INSERT INTO member_prices (member_id) VALUES ($1)',
    member_alerts: "INSERT INTO member_alerts (member_id, kind, is_on) VALUES ($1, 'ORDER', true)",
  }
  const owner = ownerDatabase()
  for (const insert of Object.values(inserts)) await owner.rows(insert, [id])
  await deleteAccount(db(), id)
  const left: string[] = []
  for (const table of Object.keys(inserts))
    if ((await owner.rows(`SELECT FROM ${table} WHERE member_id = $1`, [id])).length > 0) left.push(table)
  expect(left).toEqual([])
})

const staffError = { code: 'CONFLICT', message: expect.stringContaining('운영자는 탈퇴할 수 없어요') }

test.each(['SUPPORT', 'MANAGER', 'OWNER'] as const)(
  'whoever works here as %s stays, with all that is his',
  async (role) => {
    const { id } = await makeMember({ role, points: 5 })
    await expect(deleteAccount(db(), id)).rejects.toMatchObject(staffError)
    const row = await oneRow(db(), 'SELECT role, deleted_at FROM members WHERE id = $1', [id])
    expect(row).toEqual({ role, deletedAt: null })
    expect(await balanceOfMember(id)).toBe(500n)
  },
)

test('a role given at the moment of the deletion: the account stays, or nobody was given the role', async () => {
  const boss = await makeMember({ role: 'OWNER' })
  for (let round = 0; round < 12; round++) {
    const { id } = await makeMember()
    const grant = () => changeRole(db(), staffOf(boss, 'OWNER'), { memberId: id, role: 'SUPPORT' })
    const both = [() => deleteAccount(db(), id), grant]
    await Promise.allSettled((round % 2 ? both : both.toReversed()).map((act) => act()))
    const { gone, role } = await oneRow<{ gone: boolean; role: string }>(
      db(),
      'SELECT deleted_at IS NOT NULL AS gone, role FROM members WHERE id = $1',
      [id],
    )
    expect(gone).toBe(role === 'MEMBER')
  }
})

test('nobody has to look after a dormant member any more who has left', async () => {
  const { id } = await makeMember()
  await db().rows("UPDATE members SET last_login_at = now() - interval '2 years' WHERE id = $1", [id])
  await warnDormantMembers(db())
  const isOpen = async () =>
    (await db().rows("SELECT FROM tasks WHERE kind = 'DORMANT' AND ref_id = $1 AND resolved_at IS NULL", [id])).length
  expect(await isOpen()).toBe(1)
  await deleteAccount(db(), id)
  expect(await isOpen()).toBe(0)
})

test('a deletion leaves an account event', async () => {
  const { id } = await makeMember()
  await deleteAccount(db(), id, '192.0.2.7')
  const rows = await db().rows('SELECT kind, address FROM account_events WHERE member_id = $1', [id])
  expect(rows).toEqual([{ kind: 'ACCOUNT_DELETED', address: '192.0.2.7' }])
})

test('a login that was under way when the account went opens nothing', async () => {
  const { id } = await makeMember()
  await deleteAccount(db(), id)
  const opened = openSession(db(), { memberId: id, role: 'MEMBER', device: 'test' })
  await expect(opened).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what a member sends in another tab while his account goes signs him out, and leaves nothing behind', async () => {
  const { id: memberId } = await makeMember({ email: 'leaver@example.com' })
  const target = 'leaver-later@example.com'
  const code = await sendCodeAndRead('EMAIL', target)
  await deleteAccount(db(), memberId)
  const late = {
    address: () => changeContact(db(), { memberId, channel: 'EMAIL', target, code, address: '' }),
    mails: () => followChanges(db(), memberId, true),
    referralCode: () => issueReferralCode(db(), memberId, { enabled: true }),
    webhook: () => setWebhook(db(), { memberId, url: 'https://example.com/hook', enabled: true }, true),
  }
  for (const [what, send] of Object.entries(late))
    await expect(send(), what).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await db().rows('SELECT FROM webhooks WHERE member_id = $1', [memberId])).toEqual([])
})

test('pending charges end as deleted, expired ones too: no late deposit credits them', async () => {
  const { id } = await makeMember()
  const accepted = await makeCharge({ memberId: id })
  await approveCharge(db(), worker, { chargeId: accepted, outcome: 'APPROVED' })
  const expired = await makeCharge({ memberId: id })
  await backdateExpiry(expired)
  await expireCharges(db())
  const pending = await makeCharge({ memberId: id })
  expect(await deleteAccount(db(), id)).toBe(1_000_000n)
  const rows = await db().rows('SELECT id, status, outcome FROM charges WHERE member_id = $1 ORDER BY id', [id])
  expect(rows).toEqual([
    { id: accepted, status: 1, outcome: 'APPROVED' },
    { id: expired, status: 2, outcome: 'DELETED' },
    { id: pending, status: 2, outcome: 'DELETED' },
  ])
  for (const chargeId of [expired, pending])
    await expect(approveCharge(db(), worker, { chargeId, outcome: 'MATCHED' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  await expect(makeCharge({ memberId: id })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('an open refund request ends with the account: its points are forfeited', async () => {
  const { id } = await makeMember()
  const refundId = await makeCashRefundRequest(id)
  expect(await deleteAccount(db(), id)).toBe(1_000_000n)
  const [row] = await db().rows('SELECT status, reason FROM refund_requests WHERE id = $1', [refundId])
  expect(row).toEqual({ status: 2, reason: '회원 탈퇴' })
})

test('orders and auto orders that run keep the account, and nothing of it changes', async () => {
  const { id } = await makeMember({ points: 100 })
  const serviceId = await makeService({ enableAuto: true })
  const pending = await makeCharge({ memberId: id })
  const orderId = await makeOrder({ memberId: id, serviceId })
  await expect(deleteAccount(db(), id)).rejects.toMatchObject(ordersRunningError)
  await settleOrder(orderId, 5)
  const auto = await placeAutoOrder(db(), orderRequest({ memberId: id, serviceId, runs: 2, interval: 60 }))
  await settleOrder(auto.orderId, 2)
  await expect(deleteAccount(db(), id)).rejects.toMatchObject(ordersRunningError)
  expect(await oneRow(db(), 'SELECT status FROM charges WHERE id = $1', [pending])).toEqual({ status: 0 })
  expect(await balanceOfMember(id)).toBe(9_800n)
})

test('deleted five times at once, it is deleted once and forfeited once', async () => {
  const { id } = await makeMember({ points: 5 })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => deleteAccount(db(), id)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('deletion and an order at the same moment: either the order runs or the account is gone, never both', async () => {
  const serviceId = await makeService({ price: 10, enableAuto: true })
  const seen = { deleted: 0, ordered: 0 }
  for (let round = 0; round < 20; round++) {
    const { id } = await makeMember({ points: 100 })
    const input = { memberId: id, serviceId, amount: 2 }
    const repeating = orderRequest({ ...input, runs: 2, interval: 60 })
    const order = () => (round % 2 ? makeOrder(input) : placeAutoOrder(db(), repeating))
    const [first, second] =
      round % 4 < 2 ? [order, () => deleteAccount(db(), id)] : [() => deleteAccount(db(), id), order]
    await Promise.allSettled([first(), second()])
    const { gone, orders } = await oneRow<{ gone: boolean; orders: number }>(
      db(),
      `SELECT deleted_at IS NOT NULL AS gone, (SELECT count(*)::int FROM orders WHERE member_id = $1) AS orders
       FROM members WHERE id = $1`,
      [id],
    )
    expect(gone).toBe(orders === 0)
    expect((await balanceOfMember(id)) === 0n).toBe(gone)
    seen[gone ? 'deleted' : 'ordered'] += 1
  }
  expect(seen.deleted + seen.ordered).toBe(20)
})

test('deletion and a top-up at the same moment leave neither points nor an open charge behind', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await makeMember()
    const chargeId = await makeCharge({ memberId: id })
    await Promise.allSettled([
      approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' }),
      makeCharge({ memberId: id }),
      deleteAccount(db(), id),
    ])
    const left = await oneRow(
      db(),
      `SELECT deleted_at IS NOT NULL AS gone, (SELECT count(*)::int FROM charges WHERE member_id = $1 AND ${pendingCharge.sql()}) AS open
       FROM members WHERE id = $1`,
      [id],
    )
    expect(left).toEqual({ gone: true, open: 0 })
    expect(await balanceOfMember(id)).toBe(0n)
  }
})

/**
 * Counts in `runs` the transactions of its handles: after a deadlock a transaction is run again. `handle` makes a handle
 * that calls `after` after each statement of a transaction, with the statement and its index.
 */
function countTransactions() {
  const counted = {
    runs: 0,
    handle: (after: (statement: unknown, at: number) => Promise<unknown> = async () => {}): Database => ({
      ...db(),
      transaction: (run) =>
        db().transaction((tx) => {
          counted.runs++
          let statements = 0
          const rows: Db['rows'] = async (statement, values) => {
            const found = await tx.rows(statement, values)
            await after(statement, statements++)
            return found as never
          }
          return run({ rows })
        }),
    }),
  }
  return counted
}

test.each(['without a cash refund', 'with an open cash refund'])(
  'a charge %s is reversed at the moment of the deletion: neither deadlocks with the other',
  async (state) => {
    await saveSettings({ REFERRAL_REWARD_PERCENT: 10 })
    const { memberId } = await makeReferral()
    const chargeId = await makeCharge({ memberId, point: 20_000 })
    await db().transaction((tx) => approveCharge(tx, worker, { chargeId, outcome: 'APPROVED' }))
    if (state === 'with an open cash refund')
      await requestCashRefund(db(), { memberId, input: makeCashRefundInput(4_000) })
    const counted = countTransactions()
    let deleting: Promise<bigint> | undefined
    const reversing = counted.handle(async (_, at) => {
      if (at > 0) return
      deleting ??= deleteAccount(counted.handle(), memberId)
      await expectLockWaits()
    })
    const { reversed } = await reverseCharge(reversing, someStaff, { chargeId, reason: '오승인' })
    expect([reversed, await deleting, counted.runs]).toEqual([2_000_000n, 0n, 2])
  },
)

test('a member and his referrer leave at the same moment: neither deadlocks with the other', async () => {
  const { referrerId, memberId } = await makeReferral()
  const counted = countTransactions()
  let pause = () => {}
  const paused = new Promise<void>((resolve) => {
    pause = resolve
  })
  const memberLeaving = deleteAccount(
    counted.handle(async (statement) => {
      if (statement !== 'DELETE FROM sessions WHERE member_id = $1') return
      pause()
      await expectLockWaits()
    }),
    memberId,
  )
  await paused
  const referrerLeaving = deleteAccount(counted.handle(), referrerId)
  expect([await memberLeaving, await referrerLeaving, counted.runs]).toEqual([0n, 0n, 2])
})

test('a member doesn’t leave while his card payment is being cancelled, which may still be refused', async () => {
  const { id } = await makeMember()
  await makeConnection({ kind: 'portone' })
  const chargeId = await makeCardCharge(id)
  const manager = staffOf(await makeMember({ role: 'MANAGER' }))
  await requestCancellation(db(), manager, { chargeId, point: null, reason: '오결제', limits: noApprovalLimits })
  const message = '카드 결제를 취소하는 중이에요. 취소가 끝난 뒤에 탈퇴해 주세요.'
  await expect(deleteAccount(db(), id)).rejects.toMatchObject({ code: 'CONFLICT', message })
  await db().rows("UPDATE card_cancellations SET state = 'DONE', ended_at = now()")
  await db().rows('UPDATE card_payments SET cancelled = point WHERE member_id = $1', [id])
  expect(await deleteAccount(db(), id)).toBe(0n)
})
