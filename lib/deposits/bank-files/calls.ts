import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { confirmMap } from './confirm-map.ts'
import { forgetMap } from './forget-map.ts'
import { columnMapsForStaff } from './queries.ts'
import { rememberMap } from './remember-map.ts'
import { columnMapAnswer, columnMapInput, columnMapList } from './schema.ts'

export const bankFileMapsCall = call({
  method: 'GET',
  path: '/api/admin/bank-file-maps',
  access: 'MANAGER',
  answer: columnMapList,
  run: async ({ db, caller }) => ({ rows: await columnMapsForStaff(db, caller.memberId) }),
})

export const rememberMapCall = call({
  method: 'POST',
  path: '/api/admin/bank-file-maps',
  access: 'MANAGER',
  body: columnMapInput,
  answer: columnMapAnswer,
  run: ({ db, body: { headings, columns }, ...context }) =>
    rememberMap(db, staffActor(context), { headings: headings.split('\t').map((each) => each.trim()), columns }),
})

export const confirmMapCall = call({
  method: 'POST',
  path: '/api/admin/bank-file-maps/{id}/confirm',
  access: 'MANAGER',
  params: idParams,
  answer: columnMapAnswer,
  run: async ({ db, params: { id }, ...context }) => {
    await confirmMap(db, staffActor(context), { mapId: id })
    return { id }
  },
})

export const forgetMapCall = call({
  method: 'DELETE',
  path: '/api/admin/bank-file-maps/{id}',
  access: 'MANAGER',
  params: idParams,
  answer: columnMapAnswer,
  run: async ({ db, params: { id }, ...context }) => {
    await forgetMap(db, staffActor(context), { mapId: id })
    return { id }
  },
})
