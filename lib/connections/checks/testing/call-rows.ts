import { makeConnection } from '#lib/connections/testing/connections.ts'
import { startPayactionStandIn } from '#lib/deposits/sources/testing/payaction-stand-in.ts'
import type { StandIn } from '#lib/deposits/sources/testing/stand-in.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

let standIn: Promise<StandIn> | undefined

/**
 * Connects the shop to a local stand-in for PayAction. The stand-in runs until the test process ends. Returns the kind
 * of connection, which is the `{kind}` in the call's path.
 */
async function connectPayaction(): Promise<string> {
  standIn ??= startPayactionStandIn()
  const { values, url } = await standIn
  await makeConnection({ kind: 'payaction', values, baseUrl: url })
  return 'payaction'
}

export const callTestRows: CallTestRows = {
  'POST /api/admin/connections/{kind}/check': { access: 'MANAGER', id: connectPayaction },
}
