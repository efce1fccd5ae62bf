import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { transitionOrderCall } from '#lib/orders/calls.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { cancelOrderCall } from '#lib/requests/calls.ts'
import { type SignedIn, signedIn } from '#lib/web/testing/caller.ts'
import {
  comparableAuditFields,
  makeAllStaff,
  readAuditRows,
  type Staff,
  sendStaffCall,
  type WaysByAction,
} from './action-ways.ts'
import { guardedChangeWays } from './guarded-change-ways.ts'
import { pointActionWays } from './point-action-ways.ts'

// Staff can perform the same action in several ways: by a call, by a task, by the confirmation of a second person, or
// at the end of a waiting period. All ways of an action lead to one use case, which writes its audit row.

const { INPROGRESS, CANCELED } = orderStatus

let staff: Staff
let ways: WaysByAction
beforeAll(async () => {
  staff = await makeAllStaff()
  ways = { ...pointActionWays(staff), ...guardedChangeWays(staff) }
})
afterAll(() => expectBooksBalance())

type OrderEvent = { actor: string; fromStatus: number | null; toStatus: number; reason: string | null }

const eventsOf = (orderId: number): Promise<OrderEvent[]> =>
  db().rows('SELECT actor, from_status, to_status, reason FROM order_events WHERE order_id = $1 ORDER BY id', [orderId])

const actions = [
  'order.transition',
  'order.recover',
  'promotion.create',
  'request.answer',
  'charge.approve',
  'charge.cancel-payment',
  'deposit.matched',
  'refund.pay',
  'points.adjust',
  'points.refuse',
  'settings.save',
  'provider.change',
  'staff.role',
]

test('every action of the tables of ways is tried, and no other', () => {
  expect(Object.keys(ways).toSorted()).toEqual(actions.toSorted())
})

test.each(actions)('every way to %s leaves one audit row of the same shape, by its actor', async (action) => {
  const shapes = new Map<string, unknown>()
  for (const [way, through] of Object.entries(ways[action] ?? {})) {
    const done = await through()
    const rows = await readAuditRows(action, done)
    const made = rows.filter(({ after }) => after && !('effectiveAt' in after)).slice(done.subjectId === '-' ? -1 : 0)
    expect([way, made.map(({ actorId }) => actorId)]).toEqual([way, [done.actor.id]])
    shapes.set(way, made.map(comparableAuditFields))
  }
  const [[, first] = []] = shapes
  expect(shapes.size).toBeGreaterThan(1)
  expect(Object.fromEntries(shapes)).toEqual(Object.fromEntries([...shapes.keys()].map((way) => [way, first])))
})

test('in whichever way staff transition an order, its event names them, the statuses and the reason', async () => {
  for (const [way, through] of Object.entries(ways['order.transition'] ?? {})) {
    const { orderId = 0, actor } = await through()
    const last = (await eventsOf(orderId)).at(-1)
    const expected = { actor: `staff:${actor.id}`, toStatus: CANCELED, reason: expect.any(String) }
    expect([way, last]).toEqual([way, expect.objectContaining(expected)])
  }
})

test('a second person’s confirmation is named in the audit row of the act', async () => {
  for (const [action, byWay] of Object.entries(ways))
    for (const [way, through] of Object.entries(byWay).filter(([name]) => /confirmed|consent/.test(name))) {
      const done = await through()
      const row = (await readAuditRows(action, done)).at(-1)
      expect([action, way, row?.after]).toEqual([
        action,
        way,
        expect.objectContaining({ confirmedBy: expect.any(Number) }),
      ])
    }
})

async function newOrderOf(member: SignedIn): Promise<number> {
  return makeOrder({ memberId: member.id, serviceId: await makeService(), amount: 100 })
}

test('whoever moves an order leaves an event; only staff leave an audit row as well', async () => {
  const member = await signedIn({ points: 1_000 })
  const step = { status: INPROGRESS, remains: null, startCount: null, reason: '' } as const
  const movers: [text: string, move: (orderId: number) => Promise<unknown>, audited: number][] = [
    [`member:${member.id}`, (id) => sendStaffCall(cancelOrderCall, member, { id }), 0],
    [
      `staff:${staff.asker.id}`,
      (id) => sendStaffCall(transitionOrderCall, staff.asker, { id, body: { status: INPROGRESS } }),
      1,
    ],
    ['worker', (orderId) => transitionOrder(db(), { kind: 'worker' }, { orderId, ...step }), 0],
    ['worker:7', (orderId) => transitionOrder(db(), { kind: 'provider', providerId: 7 }, { orderId, ...step }), 0],
  ]
  for (const [text, move, audited] of movers) {
    const orderId = await newOrderOf(member)
    await move(orderId)
    const [, event] = await eventsOf(orderId)
    expect(event).toMatchObject({ actor: text, fromStatus: orderStatus.PENDING })
    const rows = await db().rows("SELECT FROM audit_entries WHERE subject_type = 'order' AND subject_id = $1", [
      String(orderId),
    ])
    expect([text, rows.length]).toEqual([text, audited])
  }
})
