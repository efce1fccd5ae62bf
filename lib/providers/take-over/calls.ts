import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { continueTakeOver, stopTakeOver } from './continue-take-over.ts'
import { previewTakeOver } from './preview-take-over.ts'
import { takeOverInput, takeOverPreview, takeOverProgress, takeOverStartInput } from './schema.ts'
import { startTakeOver } from './start-take-over.ts'

export const previewTakeOverCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/take-over/preview',
  access: 'OWNER',
  params: idParams,
  body: takeOverInput,
  answer: takeOverPreview,
  run: ({ db, params, body }) => previewTakeOver(db, { providerId: params.id, ...body }),
})

export const startTakeOverCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/take-over',
  access: 'OWNER',
  params: idParams,
  body: takeOverStartInput,
  status: 201,
  answer: takeOverProgress,
  run: ({ db, params, body, ...context }) => startTakeOver(db, staffActor(context), { providerId: params.id, ...body }),
})

export const continueTakeOverCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/take-over/continue',
  access: 'OWNER',
  params: idParams,
  answer: takeOverProgress,
  run: ({ db, params, ...context }) => continueTakeOver(db, staffActor(context), { providerId: params.id }),
})

export const stopTakeOverCall = call({
  method: 'DELETE',
  path: '/api/admin/providers/{id}/take-over',
  access: 'OWNER',
  params: idParams,
  answer: takeOverProgress,
  run: ({ db, params, ...context }) => stopTakeOver(db, staffActor(context), { providerId: params.id }),
})
