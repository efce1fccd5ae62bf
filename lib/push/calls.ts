import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { takeToken } from '#lib/core/limits.ts'
import { pushEndpointInput, pushPublicKey, pushState, pushSubscriptionInput, subscription } from './schema.ts'
import { bindPushToSession, turnOffPush, turnOnPush } from './turn-on-push.ts'
import { vapidPublicKey } from './vapid.ts'

export const pushKeyCall = call({
  method: 'GET',
  path: '/service/push',
  access: 'member',
  answer: pushPublicKey,
  run: async () => ({ publicKey: vapidPublicKey() }),
})

export const turnOnPushCall = call({
  method: 'POST',
  path: '/service/push',
  access: 'member',
  body: pushSubscriptionInput,
  answer: pushState,
  run: async ({ db, caller: { memberId, sessionId }, body: { publicKey, replaces, ...browser }, device }) => {
    // The shop will send requests to the endpoint in the body, so the call counts against the limit of calls that make
    // the shop send requests (docs/contract.md#limits).
    takeToken('callsOut', `member:${memberId}`)
    const signedIn = { memberId, sessionId: sessionId ?? '', subscription: browser }
    return { on: await turnOnPush(db, { ...signedIn, device, publicKey, replaces }) }
  },
})

export const bindPushCall = call({
  method: 'PUT',
  path: '/service/push',
  access: 'member',
  body: subscription,
  answer: pushState,
  run: async ({ db, caller: { memberId, sessionId }, body }) => ({
    on: await bindPushToSession(db, { memberId, sessionId: sessionId ?? '', subscription: body }),
  }),
})

export const turnOffPushCall = call({
  method: 'DELETE',
  path: '/service/push',
  access: 'member',
  body: pushEndpointInput,
  answer: z.object({}),
  run: async ({ db, caller, body }) => {
    await turnOffPush(db, caller.memberId, body.endpoint)
    return {}
  },
})
