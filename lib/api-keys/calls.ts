import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { idParams } from '#lib/core/wire.ts'
import { changeApiKey, deleteApiKey } from './change-api-key.ts'
import { makeApiKey } from './make-api-key.ts'
import { listApiKeys } from './queries.ts'
import { renewApiKey } from './renew-api-key.ts'
import { revokeKeysByStaff } from './revoke-api-keys.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { apiKeyChange, apiKeyRow, newApiKeyInput, rotationInput, shownApiKey } from './schema.ts'

export const issueApiKeyCall = call({
  method: 'POST',
  path: '/auth/api-key',
  secret: true,
  access: 'member',
  reauth: true,
  answer: z.object({ apiKey: z.string() }),
  run: async ({ db, caller, address }) => ({ apiKey: await renewApiKey(db, caller, address) }),
})

export const apiKeysCall = call({
  method: 'GET',
  path: '/auth/api-keys',
  secret: true,
  access: 'member',
  answer: z.array(apiKeyRow),
  run: ({ db, caller }) => listApiKeys(db, caller.memberId),
})

export const makeApiKeyCall = call({
  method: 'POST',
  path: '/auth/api-keys',
  secret: true,
  access: 'member',
  // A test key moves no money, so it can be made without re-authentication; any other key can't.
  reauth: 'optional',
  body: newApiKeyInput,
  status: 201,
  answer: shownApiKey,
  run: ({ db, caller, body, address }) => {
    if (!body.test && caller.reauthenticated === false) throw new AppError('REAUTH_REQUIRED', messages.reauth)
    return makeApiKey(db, caller, { ...body, address })
  },
})

export const changeApiKeyCall = call({
  method: 'PATCH',
  path: '/auth/api-keys/{id}',
  secret: true,
  access: 'member',
  reauth: true,
  params: idParams,
  body: apiKeyChange,
  answer: apiKeyRow,
  run: ({ db, caller, params: { id }, body, address }) => changeApiKey(db, caller, { id, ...body, address }),
})

export const deleteApiKeyCall = call({
  method: 'DELETE',
  path: '/auth/api-keys/{id}',
  access: 'member',
  reauth: true,
  params: idParams,
  answer: z.object({ id: z.int() }),
  run: async ({ db, caller, params: { id }, address }) => {
    await deleteApiKey(db, caller, { id, address })
    return { id }
  },
})

export const rotateApiKeyCall = call({
  method: 'POST',
  path: '/auth/api-keys/{id}/rotate',
  secret: true,
  access: 'member',
  reauth: true,
  params: idParams,
  body: rotationInput,
  answer: shownApiKey,
  run: ({ db, caller, params: { id }, body, address }) => rotateApiKey(db, caller, { id, ...body, address }),
})

export const revokeApiKeyCall = call({
  method: 'DELETE',
  path: '/api/admin/members/{id}/api-key',
  access: 'MANAGER',
  params: idParams,
  answer: z.object({ memberNo: z.int() }),
  run: async ({ db, params: { id }, ...context }) => {
    await revokeKeysByStaff(db, staffActor(context), { memberId: id })
    return { memberNo: id }
  },
})
