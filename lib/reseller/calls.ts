import { call } from '#lib/core/call.ts'
import { replyWith } from '#lib/core/snapshot.ts'
import { resellerSnapshot } from './queries.ts'
import { resellerServiceList } from './schema.ts'

export const resellerServicesCall = call({
  method: 'GET',
  path: '/services',
  access: 'api-key',
  answer: resellerServiceList,
  run: async (context) => replyWith(await resellerSnapshot(context.db), context, 'private, no-cache'),
})
