import { expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveChargeCall, rejectChargeCall } from '#lib/charges/calls.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { transitionOrderCall } from '#lib/orders/calls.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { recordAudit } from '../record-audit.ts'
import { auditCall } from './calls.ts'
import { listAuditActors } from './queries.ts'

const auditEntriesOf = (subjectType: string, subjectId: number) =>
  db().rows(
    `SELECT actor_id, action, before, after, reason, address FROM audit_entries
     WHERE subject_type = $1 AND subject_id = $2 ORDER BY id`,
    [subjectType, String(subjectId)],
  )

const address = '192.0.2.44'
const newCharge = async () => makeCharge({ memberId: (await makeMember()).id, point: 5_000 })

async function newOrder() {
  const { id: memberId } = await makeMember({ points: 100 })
  return makeOrder({ memberId, serviceId: await makeService(), amount: 10 })
}

test('an approval says who, from where and how much, once, however often it is tried', async () => {
  const { id, headers } = await signedIn({ role: 'MANAGER' })
  const chargeId = await newCharge()
  const approve = () => send(approveChargeCall, { headers, address, path: `/api/admin/charges/${chargeId}/approve` })
  expect([(await approve()).status, (await approve()).status]).toEqual([200, 409])
  expect(await auditEntriesOf('charge', chargeId)).toEqual([
    {
      actorId: id,
      action: 'charge.approve',
      before: null,
      after: { status: 1, credited: 5_000 },
      reason: null,
      address,
    },
  ])
})

test('a rejection keeps its reason, and one without leaves nothing', async () => {
  const { id, headers } = await signedIn({ role: 'MANAGER' })
  const chargeId = await newCharge()
  const reject = (reason: string) =>
    send(rejectChargeCall, { headers, address, path: `/api/admin/charges/${chargeId}/reject`, body: { reason } })
  expect((await reject('  ')).status).toBe(400)
  expect(await auditEntriesOf('charge', chargeId)).toEqual([])
  expect((await reject(' 입금 없음 ')).status).toBe(200)
  expect(await auditEntriesOf('charge', chargeId)).toEqual([
    { actorId: id, action: 'charge.reject', before: null, after: { status: 2 }, reason: '입금 없음', address },
  ])
})

test('a transition keeps the state before and after, and a refused one leaves nothing', async () => {
  const { id, headers } = await signedIn({ role: 'MANAGER' })
  const orderId = await newOrder()
  const move = (body: object) =>
    send(transitionOrderCall, { headers, address, path: `/api/admin/orders/${orderId}/transition`, body })
  expect((await move({ status: 3, remains: 4 })).status).toBe(409)
  expect((await move({ status: 1 })).status).toBe(200)
  expect((await move({ status: 3, remains: 4 })).json).toMatchObject({ status: 3, remains: 4, refunded: 4 })
  expect((await move({ status: 5 })).status).toBe(400)
  const common = { actorId: id, action: 'order.transition', reason: null, address }
  expect(await auditEntriesOf('order', orderId)).toEqual([
    { ...common, before: { status: 0 }, after: { status: 1, remains: 10, refund: 0 } },
    { ...common, before: { status: 1 }, after: { status: 3, remains: 4, refund: 4 } },
  ])
})

test('the trail refuses to be rewritten', async () => {
  for (const statement of [
    'UPDATE audit_entries SET reason = NULL',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])
    await expect(ownerDatabase().rows(statement)).rejects.toThrow('append-only')
})

test('the trail is searched by actor, action, subject, time and reason, and masks secrets', async () => {
  const { id: actorId, headers, loginId } = await signedIn({ role: 'SUPPORT' })
  const actor = { ...someStaff, memberId: actorId, address: '192.0.2.45' }
  await recordAudit(db(), actor, {
    subjectType: 'thing',
    action: 'found.once',
    subjectId: 991,
    reason: '비공개 계정',
    after: { apiKey: 'x' },
  })
  await recordAudit(db(), actor, { subjectType: 'thing', action: 'found.twice', subjectId: 992 })
  const found = async (search: string) =>
    (await send(auditCall, { headers, search })).json.rows.map(({ action }: { action: string }) => action)
  const [newer, older] = ['found.twice', 'found.once']
  for (const [search, actions] of [
    [`actor=${actorId}`, [newer, older]],
    [`actor=${actorId}&size=1`, [newer]],
    ['action=found', [newer, older]],
    ['action=found.once', [older]],
    ['action=foun', []],
    ['subject=thing%20992', [newer]],
    ['subject=thing', [newer, older]],
    [`q=${loginId}`, [newer, older]],
    ['q=991', [older]],
    ['q=thing%20991', [older]],
    ['q=192.0.2.45', [newer, older]],
    [`q=${encodeURIComponent('비공')}`, [older]],
    ['q=%25', []],
    [`actor=${actorId}&to=2026-01-01`, []],
    [`actor=${actorId}&from=2026-01-01`, [newer, older]],
  ] as const)
    expect([search, await found(search)]).toEqual([search, actions])
  const { rows } = (await send(auditCall, { headers, search: 'q=991' })).json
  expect(rows[0]).toMatchObject({
    after: { apiKey: '••••' },
    seq: expect.any(Number),
    hash: expect.stringMatching(/^\w{64}$/),
  })
  expect((await listAuditActors(db())).map((actor) => actor.id)).toContain(actorId)
})

test('pages of days go on where the last one ended, entries of one moment too', async () => {
  const { id: actorId, headers } = await signedIn({ role: 'SUPPORT' })
  const actor = { ...someStaff, memberId: actorId, address: '192.0.2.46' }
  await db().transaction(async (tx) => {
    for (const action of ['paged.one', 'paged.two', 'paged.three'])
      await recordAudit(tx, actor, { action, subjectType: 'thing', subjectId: 1 })
  })
  const seen: string[] = []
  for (let cursor: number | null | undefined; cursor !== null; ) {
    const search = `action=paged&from=2026-01-01&size=1${cursor ? `&cursor=${cursor}` : ''}`
    const { rows, nextCursor, total } = (await send(auditCall, { headers, search })).json
    expect(total).toBe(3)
    seen.push(...rows.map(({ action }: { action: string }) => action))
    cursor = nextCursor
  }
  expect(seen).toEqual(['paged.three', 'paged.two', 'paged.one'])
})
