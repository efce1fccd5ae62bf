import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberLink } from '#components/console/detail.tsx'
import { type ListState, type ListUrl, parseListState } from '#components/console/list-state.ts'
import { TaskDetail } from '#components/console/tasks/task-list.tsx'
import { servicesForStaff } from '#lib/catalog/queries/list-for-staff.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { feeType, refundStatus } from '#lib/charges/labels.ts'
import { cashRefundsForStaff } from '#lib/charges/queries/refunds.ts'
import { chargesForStaff } from '#lib/charges/queries.ts'
import type { Role } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { depositsForStaff } from '#lib/deposits/queries.ts'
import { membersForStaff } from '#lib/members/queries.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { receiptsForStaff } from '#lib/receipts/queries.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'

const PAGE_SIZE = 50
const member = await makeMember()
const staff = { memberId: (await makeMember({ role: 'OWNER' })).id, role: 'OWNER' as Role }

/** Inserts the rows of a busy hour: more than a page of each list shows, all with the same name and amount. */
await ownerDatabase().transaction(async (tx) => {
  await tx.rows('SET LOCAL session_replication_role = replica')
  const rows = `generate_series(1, ${PAGE_SIZE + 10}) AS i`
  for (const statement of [
    `INSERT INTO charges (id, member_id, name, normal_name, point, pay_amount, fee_type, fee_value, expires_at)
     SELECT i, ${member.id}, '김민준', '김민준', 1000000, 1000000, ${feeType.CASH}, '{"phone": "01012345678"}', now() FROM ${rows}`,
    `INSERT INTO receipts (id, charge_id, member_id, fee_type) SELECT i, i, ${member.id}, ${feeType.CASH} FROM ${rows}`,
    `INSERT INTO deposits (id, external_id, name, normal_name, amount, at)
     SELECT i, 'bank-' || i, '김민준', '김민준', 1000000, now() FROM ${rows}`,
    `INSERT INTO refund_requests (id, member_id, point, email, name, bank, account, status, response_at)
     SELECT i, ${member.id}, 1000000, 'kim@example.com', '김민준', '국민은행', '', ${refundStatus.PAID}, now() FROM ${rows}`,
  ])
    await tx.rows(statement)
})

const listed: Record<string, (state: ListState) => Promise<{ rows: { id: number }[] }>> = {
  '/admin/charges': (state) => chargesForStaff(db(), { ...state, size: PAGE_SIZE }),
  '/admin/deposits': (state) => depositsForStaff(db(), { ...state, status: undefined, size: PAGE_SIZE }),
  '/admin/receipts': (state) => receiptsForStaff(db(), { ...state, status: undefined, size: PAGE_SIZE }),
  '/admin/refunds': (state) => cashRefundsForStaff(db(), { ...state, size: PAGE_SIZE }, staff),
}

/** The oldest row of each list, as the subject of tasks. */
const subjects = [
  { kind: 'CHARGE_REVERSAL', refType: 'charge', detail: {}, path: '/admin/charges' },
  { kind: 'DEPOSIT', refType: 'deposit', detail: { name: '김민준', amount: 10_000 }, path: '/admin/deposits' },
  { kind: 'RECEIPT', refType: 'receipt', detail: { payAmount: 10_000 }, path: '/admin/receipts' },
  ...(['charge', 'deposit', 'refund'] as const).map((subjectType) => ({
    kind: 'APPROVAL',
    refType: 'approval',
    detail: { subjectType, subjectId: 1 },
    path: `/admin/${subjectType}s`,
  })),
]

/** Where the first link in `element` to a console page leads: the page's path, and the state of its list. */
function linkIn(element: ReactElement): { path: string; state: ListState } {
  const href = /href="(\/admin\/[^"]*)"/.exec(renderToStaticMarkup(element))?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { pathname, searchParams } = new URL(href, 'http://shop')
  const listUrl: ListUrl = { path: pathname, statuses: [], defaultStatus: 0 }
  return { path: pathname, state: parseListState(Object.fromEntries(searchParams), listUrl) }
}

function taskDetail(subject: object): ReactElement {
  const task = { id: 7, refId: 1, createdAt: '2026-11-21T00:00:00.000Z', actions: [], ...subject } as unknown as TaskRow
  return createElement(TaskDetail, { task, now: Date.parse(task.createdAt), hasApproval: false })
}

test.each(subjects)(
  'a task of the kind $kind about $path leads to its row, however many are newer',
  async (subject) => {
    const { path, state } = linkIn(taskDetail(subject))
    expect(path).toBe(subject.path)
    const { rows } = (await listed[path]?.(state)) ?? { rows: [] }
    expect(state).toMatchObject({ status: undefined, chosen: 1 })
    expect(rows.map(({ id }) => id)).toContain(1)
  },
)

/**
 * Id of the row that a list selects: the row that the list's URL names, if the list contains that row. If the URL names
 * no row, the first.
 */
const selectedOf = (ids: readonly number[], { chosen = ids[0] }: ListState) => ids.find((id) => id === chosen)

test('a link to a member selects him, not a newer one whose login id begins with his number', async () => {
  const { id: memberNo, loginId: memberId } = await makeMember()
  await makeMember({ loginId: `${memberNo}_angel` })
  const { path, state } = linkIn(createElement(MemberLink, { memberNo, memberId }))
  expect(path).toBe('/admin/members')
  const { rows } = await membersForStaff(db(), { ...state, status: undefined, size: PAGE_SIZE })
  const ids = rows.map((row) => row.memberNo)
  expect(selectedOf(ids, state)).toBe(memberNo)
})

test('a task about a service selects it, not another that has this number at its provider', async () => {
  const other = await makeService()
  const serviceId = await makeService()
  await db().rows('UPDATE services SET provider_service_id = $2 WHERE id = $1', [other, String(serviceId)])
  const { state } = linkIn(taskDetail({ kind: 'SERVICE_GONE', refType: 'service', refId: serviceId, detail: {} }))
  const { rows } = await servicesForStaff(db(), { q: state.q, sort: 'SHOP', size: PAGE_SIZE })
  expect(rows).toHaveLength(2)
  const ids = rows.map(({ id }) => id)
  expect(selectedOf(ids, state)).toBe(serviceId)
})
