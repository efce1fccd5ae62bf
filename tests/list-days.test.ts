import { beforeAll, expect, test } from 'vitest'
import { auditCall, exportAuditCall } from '#lib/audit/trail/calls.ts'
import { adminServicesCall } from '#lib/catalog/calls.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { adminChargesCall, adminRefundsCall, exportChargesCall, exportRefundsCall } from '#lib/charges/calls.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { adminDepositsCall, exportDepositsCall } from '#lib/deposits/calls.ts'
import { adminMembersCall, exportMembersCall } from '#lib/members/calls.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { adminAutoOrdersCall, exportAutoOrdersCall } from '#lib/orders/auto/calls.ts'
import { adminOrdersCall, exportOrdersCall } from '#lib/orders/calls.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { adminReceiptsCall, exportReceiptsCall } from '#lib/receipts/calls.ts'
import { exportTasksCall, tasksCall } from '#lib/tasks/resolution/calls.ts'
import { type Headers, send, signedIn } from '#lib/web/testing/caller.ts'

let headers: Headers

type Row = Record<string, unknown>
type Page = { rows: Row[]; nextCursor: number | null; total: number }

const ask = async (call: Call, search: string) => {
  const { status, json } = await send(call, { headers, search })
  expect([status, search]).toEqual([200, search])
  return json as Page
}

/**
 * Times just before and after the two midnights in Seoul that bound 21 November 2026. At each of them an order, a
 * charge and a deposit are created.
 */
const moments = [
  ['2026-11-20T14:59:59.999Z', 'before'],
  ['2026-11-20T15:00:00Z', 'first'],
  ['2026-11-21T14:59:59.999Z', 'last'],
  ['2026-11-21T15:00:00Z', 'after'],
] as const

beforeAll(async () => {
  headers = (await signedIn({ role: 'OWNER' })).headers
  const { id: memberId } = await makeMember({ loginId: 'day_member', points: 100_000 })
  const serviceId = await makeService({ price: 1 })
  for (const [at, name] of moments) {
    const orderId = await makeOrder({ memberId, serviceId, amount: 100 })
    const chargeId = await makeCharge({ memberId, name, point: 50_000 })
    await db().rows('UPDATE orders SET created_at = $2 WHERE id = $1', [orderId, at])
    await db().rows('UPDATE charges SET created_at = $2 WHERE id = $1', [chargeId, at])
    await db().rows(
      'INSERT INTO deposits (external_id, name, normal_name, amount, at) VALUES ($1, $1, $1, 5000000, $2)',
      [name, at],
    )
  }
})

const idOf = (row: Row) => Number(row.id ?? row.memberNo)

test.each([
  ['orders', adminOrdersCall],
  ['charges', adminChargesCall],
  ['deposits', adminDepositsCall],
] as const)(
  '%s of a day are those from midnight to midnight in Seoul, with every filter and search',
  async (_, call) => {
    const day = 'from=2026-11-21&to=2026-11-21'
    const timesOf = ({ rows }: Page) => rows.map(({ at, createdAt }) => new Date(String(at ?? createdAt)).toISOString())
    const [, first, last, after] = moments.map(([at]) => new Date(at).toISOString())
    const page = await ask(call, day)
    expect([timesOf(page), page.total]).toEqual([[last, first], 2])
    expect(timesOf(await ask(call, 'from=2026-11-21'))).toEqual([after, last, first])
    const found = await ask(call, `${day}&q=${call === adminDepositsCall ? 'last' : 'day_mem'}`)
    expect(timesOf(found)).toEqual(call === adminDepositsCall ? [last] : [last, first])
    expect((await ask(call, 'from=2025-01-01&to=2025-12-31')).total).toBe(0)
    const one = await ask(call, `${day}&size=1`)
    expect(timesOf(await ask(call, `${day}&size=1&cursor=${one.nextCursor}`))).toEqual([first])
  },
)

const exports: readonly (readonly [list: Call, file: Call])[] = [
  [adminOrdersCall, exportOrdersCall],
  [adminAutoOrdersCall, exportAutoOrdersCall],
  [adminChargesCall, exportChargesCall],
  [adminDepositsCall, exportDepositsCall],
  [adminRefundsCall, exportRefundsCall],
  [adminReceiptsCall, exportReceiptsCall],
  [adminMembersCall, exportMembersCall],
  [tasksCall, exportTasksCall],
  [auditCall, exportAuditCall],
]

test.each(exports.map(([list, file]) => [list.path, list, file] as const))(
  'the file of %s holds only the days asked for; days in the wrong order are refused with a sentence',
  async (_, list, file) => {
    for (const days of ['from=2026-11-21&to=2026-11-21', 'from=2026-11-01&to=2026-11-30', 'to=2020-01-01']) {
      const { stream } = await send(file, { headers, search: days })
      const lines = (await new Response(stream).text()).trimEnd().split('\r\n')
      // The audit trail's list is read after its export, because the export itself writes an audit row.
      const { rows } = await ask(list, `${days}&size=200`)
      expect([days, lines.length - 1]).toEqual([days, rows.length])
    }
    for (const call of [list, file]) {
      const { status, json } = await send(call, { headers, search: 'from=2026-11-02&to=2026-11-01' })
      expect([status, (json as { issues: unknown }).issues]).toEqual([
        400,
        [{ path: 'to', message: '종료일이 시작일보다 빨라요.' }],
      ])
      for (const odd of ['from=2026-02-30', 'from=0000-01-01', 'to=9999-12-31', 'from=2026-11-1', 'to=x'])
        expect([odd, (await send(call, { headers, search: odd })).status]).toEqual([odd, 400])
    }
  },
)

/** Lists with sortable columns: the column, the list's call, and the value by which a row is sorted. */
const sortedLists: readonly (readonly [name: string, call: Call, sortValue: (row: Row) => number])[] = [
  ['createdAt', adminOrdersCall, ({ createdAt }) => Date.parse(String(createdAt))],
  ['point', adminOrdersCall, ({ point }) => Number(point)],
  ['createdAt', adminChargesCall, ({ createdAt }) => Date.parse(String(createdAt))],
  ['payAmount', adminChargesCall, ({ payAmount }) => Number(payAmount)],
  ['at', adminDepositsCall, ({ at }) => Date.parse(String(at))],
  ['amount', adminDepositsCall, ({ amount }) => Number(amount)],
  ['memberNo', adminMembersCall, ({ memberNo }) => Number(memberNo)],
  ['lastLoginAt', adminMembersCall, ({ lastLoginAt }) => Date.parse(String(lastLoginAt ?? '1970-01-01'))],
  ['id', adminServicesCall, ({ id }) => Number(id)],
  ['point', adminServicesCall, ({ point }) => Number(point)],
]

test('every page of a sorted list goes on where the last one ended, equal values too, whichever way', async () => {
  const { id: memberId } = await makeMember({ loginId: 'tie_member', points: 100_000 })
  for (const [at, price] of [1, 3, 1, 2, 3].entries()) {
    const serviceId = await makeService({ price })
    await makeOrder({ memberId, serviceId, amount: at === 4 ? 100 : 300 / price })
    await makeCharge({ memberId, point: price * 10_000 })
    await makeMember()
  }
  for (const [name, call, sortValue] of sortedLists)
    for (const sort of [name, `-${name}`]) {
      const seen: Row[] = []
      for (let cursor: number | null = 0; cursor !== null; ) {
        const page: Page = await ask(call, `sort=${sort}&size=2${cursor ? `&cursor=${cursor}` : ''}`)
        seen.push(...page.rows)
        cursor = page.nextCursor
      }
      const sign = sort === name ? 1 : -1
      const expected = seen.toSorted((a, b) => sign * (sortValue(a) - sortValue(b) || idOf(a) - idOf(b)))
      expect([call.path, sort, seen.map(idOf)]).toEqual([call.path, sort, expected.map(idOf)])
      const all = await ask(call, 'size=200')
      expect([call.path, sort, seen.length, new Set(seen.map(idOf)).size]).toEqual([
        call.path,
        sort,
        all.total,
        all.total,
      ])
    }
})

test('a sorted list of days and of one status is that list, sorted', async () => {
  const search = 'from=2026-11-20&to=2026-11-21&status=0'
  const plain = await ask(adminOrdersCall, search)
  const sorted = await ask(adminOrdersCall, `${search}&sort=point`)
  expect(plain.rows.length).toBeGreaterThan(2)
  expect([new Set(sorted.rows.map(idOf)), sorted.total]).toEqual([new Set(plain.rows.map(idOf)), plain.total])
  expect((await send(adminOrdersCall, { headers, search: 'sort=price' })).status).toBe(400)
})
