import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { confirmColumnMap } from './confirm-column-map.ts'
import { deleteColumnMap } from './delete-column-map.ts'
import { columnMapsForStaff } from './queries.ts'
import { columnMapInput, columnMapList, storedColumnMap } from './schema.ts'
import { storeColumnMap } from './store-column-map.ts'

export const columnMapsCall = call({
  method: 'GET',
  path: '/api/admin/bank-file-maps',
  access: 'MANAGER',
  answer: columnMapList,
  run: async ({ db, caller }) => ({ rows: await columnMapsForStaff(db, caller.memberId) }),
})

export const storeColumnMapCall = call({
  method: 'POST',
  path: '/api/admin/bank-file-maps',
  access: 'MANAGER',
  body: columnMapInput,
  answer: storedColumnMap,
  run: ({ db, body: { headings, columns }, ...context }) =>
    storeColumnMap(db, staffActor(context), { headings: headings.split('\t').map((each) => each.trim()), columns }),
})

export const confirmColumnMapCall = call({
  method: 'POST',
  path: '/api/admin/bank-file-maps/{id}/confirm',
  access: 'MANAGER',
  params: idParams,
  answer: storedColumnMap,
  run: async ({ db, params: { id }, ...context }) => {
    await confirmColumnMap(db, staffActor(context), { mapId: id })
    return { id }
  },
})

export const deleteColumnMapCall = call({
  method: 'DELETE',
  path: '/api/admin/bank-file-maps/{id}',
  access: 'MANAGER',
  params: idParams,
  answer: storedColumnMap,
  run: async ({ db, params: { id }, ...context }) => {
    await deleteColumnMap(db, staffActor(context), { mapId: id })
    return { id }
  },
})
