import { call } from '#lib/core/call.ts'
import { replyWith } from '#lib/core/snapshot.ts'
import { catalog, serviceSnapshot } from './queries.ts'
import { categoryList, platformList, serviceList } from './schema.ts'

export const platformsCall = call({
  method: 'GET',
  path: '/service/platforms',
  access: 'public',
  answer: platformList,
  run: async ({ db }) => (await catalog(db)).platforms.map((platform) => ({ ...platform, visible: true as const })),
})

export const categoriesCall = call({
  method: 'GET',
  path: '/service/categorys',
  access: 'public',
  answer: categoryList,
  run: async ({ db }) =>
    (await catalog(db)).categories.map(({ id, platformId, text }) => ({ id, platform: platformId, text })),
})

export const servicesCall = call({
  method: 'GET',
  path: '/service/services',
  access: 'public',
  answer: serviceList,
  run: async (context) => replyWith(await serviceSnapshot(context.db), context),
})
