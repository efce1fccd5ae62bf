import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { pendingChanges } from '../queries.ts'
import { decidedChange, pendingChangeList, pendingChangeQuery } from '../schema.ts'
import { confirmChange, withdrawChange } from './decide-change.ts'

export const pendingChangesCall = call({
  method: 'GET',
  path: '/api/admin/changes',
  access: 'SUPPORT',
  query: pendingChangeQuery,
  answer: pendingChangeList,
  run: ({ db, query }) => pendingChanges(db, query),
})

export const confirmChangeCall = call({
  method: 'POST',
  path: '/api/admin/changes/{id}/confirm',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  answer: decidedChange,
  run: ({ db, params, ...context }) => confirmChange(db, staffActor(context), { id: params.id }),
})

/**
 * Stops a change that waits. Unlike other sensitive calls, it needs no fresh proof of identity (`reauth`): an OWNER who
 * discovers an unexpected change must be able to stop it at once.
 */
export const withdrawChangeCall = call({
  method: 'POST',
  path: '/api/admin/changes/{id}/withdraw',
  access: 'OWNER',
  params: idParams,
  answer: decidedChange,
  run: ({ db, params, ...context }) => withdrawChange(db, staffActor(context), { id: params.id }),
})
