import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import type { Call } from '#lib/core/call.ts'
import { CLIENT_IP_HEADER } from '#lib/core/call-request.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { registry } from '#lib/web/registry.ts'
import { serve } from '#lib/web/route.ts'
import { type Headers, newAddress } from '#lib/web/testing/caller.ts'
import type { CallTestRow } from '#lib/web/testing/row.ts'
import { type AbuseDatabase, openAbuseDatabase } from '../abuse/database.ts'
import { type BodyPlan, bodyPlan, hostileHeaders, hostilePathId, hostileQuery, mutateBody } from './hostile.ts'
import { callNameOf, callTestRows } from './matrix.ts'
import { makeSenders, type Sender } from './senders.ts'

const numRuns = Number(process.env.PROOF_CASES ?? 15)

/** The test's database, opened as its owner; only in a full-size run. */
let database: AbuseDatabase | undefined
beforeAll(async () => {
  if (numRuns > 100) database = await openAbuseDatabase()
})

// Cleans up after the test of each call, because its rows would slow down later tests: thousands of owners, all of whom
// are notified of matters for staff. A full-size run also leaves thousands of rows in the lists.
afterEach(async () => {
  await db().rows("UPDATE members SET role = 'MEMBER' WHERE role = 'OWNER'")
  if (!database) return
  await expectBooksBalance()
  await expectNothingHalfWritten()
  await database.clear()
})
afterAll(() => expectBooksBalance())
afterAll(() => database?.end())

const countedTables = [
  'members',
  'orders',
  'auto_orders',
  'order_events',
  'charges',
  'deposits',
  'refund_requests',
  'point_entries',
  'idempotency_keys',
  'outbox_messages',
  'sns_links',
  'sns_spent_tickets',
]

/**
 * SQL that counts audit rows, except those about staff who tried to decide about their own account: these refusals are
 * recorded.
 */
const auditCount = "SELECT count(*)::int FROM audit_entries WHERE action <> 'four-eyes.own-account'"

const countAll = `SELECT ${countedTables.map((name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`)}, (${auditCount}) AS audit_entries`

let counted: { transaction: string; rows: Record<string, number> } | undefined

/**
 * Row counts of all tables that a call could write to. Counting is slow, so the last counts are returned if no
 * transaction has written since. This is seen from the next transaction id: only a transaction that writes gets an id.
 */
async function countRows(): Promise<Record<string, number>> {
  const { transaction } = await oneRow<{ transaction: string }>(
    db(),
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS transaction',
  )
  if (counted?.transaction !== transaction) counted = { transaction, rows: await oneRow(db(), countAll) }
  return counted.rows
}

/** The hostile parts of a request, in place of its valid body, query string, path parameter and headers. */
type HostileParts = { plan: BodyPlan; search: string; id: string | null; headers: Headers }

async function hostileRequest(call: Call, row: CallTestRow, sender: Sender, hostile: HostileParts): Promise<Request> {
  const { caller } = sender
  const id = row.id ? (hostile.id ?? (await sender.id())) : ''
  const url = new URL(`http://127.0.0.1${call.path.replace(/\{\w+\}/, id)}`)
  const headers = {
    'content-type': 'application/json',
    ...caller.headers,
    ...hostile.headers,
    [CLIENT_IP_HEADER]: newAddress(),
  }
  const body = row.body ? mutateBody(await sender.body(), hostile.plan) : hostile.plan.whole
  return new Request(`${url}?${hostile.search}`, {
    method: call.method,
    headers,
    ...(call.method !== 'GET' && { body }),
  })
}

/**
 * Expects that an answer of API v2 has the right form: status 200 (or 429), and a refusal that is a single text
 * (docs/contract.md#api-v2). Returns true for a refusal.
 */
async function expectApiV2Answer(response: Response): Promise<boolean> {
  expect([200, 429]).toContain(response.status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const json: unknown = await response.json()
  if (!Object.hasOwn(json as object, 'error')) return false
  expect(json).toEqual({ error: expect.stringMatching(/^[\x20-\x7e]+$/) })
  expect(json).not.toEqual({ error: 'Internal error' })
  return true
}

async function expectOrdinaryAnswer(
  response: Response,
  { type }: CallTestRow,
  { conflictDetails }: Call,
): Promise<void> {
  expect(response.status).toBeLessThan(500)
  if (response.headers.get('content-type')?.startsWith('text/csv')) {
    expect((await response.text()).length).toBeGreaterThan(0)
    return
  }
  const other = response.ok ? type : undefined
  expect(response.headers.get('content-type')).toBe(other ?? 'application/json; charset=utf-8')
  if (other || response.status === 304 || response.headers.get('content-encoding')) return
  const json = await response.json()
  if (response.status < 400) return
  expect(json).toMatchObject({ message: expect.stringMatching(/[가-힣]/), code: expect.stringMatching(/^[A-Z_]+$/) })
  const others = Object.keys(json).filter((field) => !['message', 'code', 'issues'].includes(field))
  const known = response.status === 409 ? Object.keys(conflictDetails?.shape ?? {}) : []
  expect(others.filter((field) => !known.includes(field))).toEqual([])
}

async function expectNothingHalfWritten(): Promise<void> {
  const half = await oneRow(
    db(),
    `SELECT (SELECT count(*)::int FROM orders o WHERE NOT EXISTS (SELECT FROM order_events WHERE order_id = o.id)) AS silent,
            (SELECT count(*)::int FROM members m WHERE NOT EXISTS (SELECT FROM balances WHERE member_id = m.id)) AS poor,
            (SELECT count(*)::int FROM charges WHERE status <> ${chargeStatus.PENDING} AND outcome IS NULL) AS unexplained`,
  )
  expect(half).toEqual({ silent: 0, poor: 0, unexplained: 0 })
}

const hostileParts = fc.record({ plan: bodyPlan, search: hostileQuery, id: hostilePathId, headers: hostileHeaders })

test.each(registry.map((call) => [callNameOf(call), call] as const))(
  '%s answers whatever it is sent in JSON, without a fault, and leaves nothing of what it refuses',
  { timeout: 60_000 + numRuns * 1_000 },
  async (name, call) => {
    const row = callTestRows[name] ?? { access: call.access }
    const handler = serve(call)[call.method]
    const senders = makeSenders(call, row)
    await fc.assert(
      fc.asyncProperty(hostileParts, async (each) => {
        const request = await hostileRequest(call, row, await senders.next(), each)
        const before = await countRows()
        const response = await handler(request)
        const refused = call.protocol ? await expectApiV2Answer(response) : response.status >= 400
        if (!call.protocol) await expectOrdinaryAnswer(response, row, call)
        if (refused) expect(await countRows()).toEqual(before)
        else senders.renew()
      }),
      { numRuns },
    )
  },
)

test('nothing that was written is half written', expectNothingHalfWritten)
