import { staffActor } from '#lib/audit/actor.ts'
import { connectionParams, connectionRow } from '#lib/connections/schema.ts'
import { call } from '#lib/core/call.ts'
import { checkConnection } from './check-connection.ts'

export const checkConnectionCall = call({
  method: 'POST',
  path: '/api/admin/connections/{kind}/check',
  access: 'MANAGER',
  limit: 'callsOut',
  params: connectionParams,
  answer: connectionRow,
  run: ({ db, params: { kind }, ...context }) => checkConnection(db, staffActor(context), { kind }),
})
