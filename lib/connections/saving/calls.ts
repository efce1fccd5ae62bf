import { staffActor } from '#lib/audit/actor.ts'
import { connectionInput, connectionParams, connectionRow } from '#lib/connections/schema.ts'
import { call } from '#lib/core/call.ts'
import { removeConnection, saveConnection } from './save-connection.ts'

export const saveConnectionCall = call({
  method: 'PUT',
  path: '/api/admin/connections/{kind}',
  access: 'OWNER',
  reauth: true,
  secret: true,
  params: connectionParams,
  body: connectionInput,
  answer: connectionRow,
  run: ({ db, params: { kind }, body, ...context }) => saveConnection(db, staffActor(context), { kind, input: body }),
})

export const removeConnectionCall = call({
  method: 'DELETE',
  path: '/api/admin/connections/{kind}',
  access: 'OWNER',
  reauth: true,
  params: connectionParams,
  answer: connectionRow,
  run: ({ db, params: { kind }, ...context }) => removeConnection(db, staffActor(context), { kind }),
})
