import { makeConnection, validConnectionValues } from '#lib/connections/testing/connections.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

async function connectPayaction(): Promise<string> {
  await makeConnection({ kind: 'payaction' })
  return 'payaction'
}

export const callTestRows: CallTestRows = {
  'PUT /api/admin/connections/{kind}': {
    access: 'OWNER',
    id: connectPayaction,
    body: () => ({ values: validConnectionValues('payaction') }),
    headers: reauthHeaders,
  },
  'DELETE /api/admin/connections/{kind}': { access: 'OWNER', id: connectPayaction, headers: reauthHeaders },
}
