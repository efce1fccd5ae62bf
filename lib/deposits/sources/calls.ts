import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call, Reply } from '#lib/core/call.ts'
import { sourcesForStaff } from './queries.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { creditingInput, sourceList, sourceParams, sourceWebhookBody } from './schema.ts'
import { switchCrediting } from './switch-crediting.ts'

/** Maximum size of a webhook's body in bytes; deposit sources send a few hundred bytes. */
const MAX_WEBHOOK_BYTES = 16 * 1_024

export const sourceWebhookCall = call({
  method: 'POST',
  path: '/hooks/sources/{kind}',
  access: 'public',
  params: sourceParams,
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  body: sourceWebhookBody,
  answer: z.unknown(),
  run: async ({ db, params: { kind }, header, bytes }) => {
    const webhook = { header, body: bytes ?? Buffer.alloc(0) }
    const { text, type } = await receiveWebhook(db, { kind, webhook })
    return new Reply(Buffer.from(text), { 'content-type': type, 'cache-control': 'no-store' })
  },
})

export const sourcesCall = call({
  method: 'GET',
  path: '/api/admin/deposit-sources',
  access: 'MANAGER',
  answer: sourceList,
  run: async ({ db }) => ({ rows: await sourcesForStaff(db) }),
})

export const switchCreditingCall = call({
  method: 'PUT',
  path: '/api/admin/deposit-sources/{kind}/crediting',
  access: 'OWNER',
  reauth: true,
  params: sourceParams,
  body: creditingInput,
  answer: sourceList,
  run: async ({ db, params: { kind }, body: { on }, ...context }) => {
    await switchCrediting(db, staffActor(context), { kind, on })
    return { rows: await sourcesForStaff(db) }
  },
})
