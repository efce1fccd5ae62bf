import { expect, test } from 'vitest'
import { type Call, isForStaff } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { registry } from '#lib/web/registry.ts'
import { newAddress } from '#lib/web/testing/caller.ts'
import { callNameOf, callTestRows, sendAs } from './matrix.ts'

/**
 * Staff calls other than GET that write no audit row when they are sent with the test data of call-rows.ts, each with
 * the reason.
 */
const unauditedCalls: Readonly<Record<string, string>> = {
  'POST /api/admin/services/prices/preview': 'writes nothing',
  'POST /api/admin/orders/transitions/preview': 'writes nothing',
  'POST /api/admin/providers/{id}/take-over/preview': 'writes nothing',
  'POST /api/admin/settings/sns-check': 'writes nothing',
  'POST /api/admin/receipt-documents/{id}/view': 'writes nothing',
  'POST /api/admin/saved-filters': 'is the caller’s own',
  'DELETE /api/admin/saved-filters/{id}': 'is the caller’s own',
  'POST /api/admin/questions/{id}/read': 'only says up to where staff have read',
  'POST /api/admin/question-pictures': 'is the caller’s own until he sends it with an answer',
  'POST /api/admin/transfer-files/{id}/results': 'has a table that fits no refund of the file',
  'PUT /api/admin/connections/{kind}': 'has the values that are stored',
  'PUT /api/admin/deposit-sources/{kind}/crediting': 'has the value that is stored',
  'PUT /api/admin/card-payments': 'has the value that is stored',
}

/**
 * True if the call moves a row of a list up or down. If no other row is above or below, it changes nothing and writes
 * no audit row.
 */
const isMove = ({ path }: Call): boolean => path.endsWith('/move')

/**
 * Actions of the audit rows that the last request wrote. Finds the rows by the request's IP address, because each
 * request of tests has its own IP address and port.
 */
async function actionsOfLastRequest(): Promise<string[]> {
  const lastPort = Number(newAddress().split(':')[1]) - 1
  const rows = await db().rows<{ action: string }>('SELECT action FROM audit_entries WHERE address LIKE $1', [
    `10.%:${lastPort}`,
  ])
  return rows.map(({ action }) => action)
}

const writes = registry
  .filter((call) => isForStaff(call) && call.method !== 'GET' && !isMove(call))
  .map((call) => ({ call, name: callNameOf(call) }))

test.each(writes.filter(({ name }) => !(name in unauditedCalls)))(
  '$name leaves an audit row',
  async ({ call, name }) => {
    const row = callTestRows[name]
    if (!row) throw new Error(`${name} has no row in call-rows.ts`)
    expect((await sendAs(call, row, 'OWNER')).status).toBe(row.status ?? 200)
    expect(await actionsOfLastRequest()).not.toEqual([])
  },
)

test('each call that leaves none exists', () => {
  const names = writes.map(({ name }) => name)
  expect(Object.keys(unauditedCalls).filter((name) => !names.includes(name))).toEqual([])
})
