import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { replyWithSnapshot } from '#lib/core/snapshot.ts'
import { idParams } from '#lib/core/wire.ts'
import { editableList } from '#lib/editable-lists/editable-list.ts'
import { moveCall } from '#lib/editable-lists/move-row.ts'
import { applyPrices, previewPrices } from './change-prices.ts'
import {
  appliedPrices,
  priceApplyInput,
  priceBatchList,
  priceChangeInput,
  priceHistory,
  pricePreview,
  undonePrices,
} from './price-change-schema.ts'
import { servicesForStaff } from './queries/list-for-staff.ts'
import { priceBatches, priceHistoryOf } from './queries/price-changes.ts'
import { catalog, publicServiceListSnapshot } from './queries.ts'
import { restoreService } from './restore-service.ts'
import { adminServicePage, adminServiceQuery, categoryList, platformList, serviceList } from './schema.ts'
import { categoryStaffList, platformStaffList, serviceStaffList } from './staff-lists.ts'
import { undoPrices } from './undo-prices.ts'

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
  run: async (context) => replyWithSnapshot(await publicServiceListSnapshot(context.db), context),
})

export const {
  read: adminPlatformsCall,
  create: createPlatformCall,
  change: changePlatformCall,
  remove: removePlatformCall,
} = editableList(platformStaffList)

export const {
  read: adminCategoriesCall,
  create: createCategoryCall,
  change: changeCategoryCall,
  remove: removeCategoryCall,
} = editableList(categoryStaffList)

export const {
  create: createServiceCall,
  change: changeServiceCall,
  remove: removeServiceCall,
} = editableList(serviceStaffList)

export const adminServicesCall = call({
  method: 'GET',
  path: '/api/admin/services',
  access: 'SUPPORT',
  query: adminServiceQuery,
  answer: adminServicePage,
  run: ({ db, query }) => servicesForStaff(db, query),
})

export const restoreServiceCall = call({
  method: 'POST',
  path: '/api/admin/services/{id}/restore',
  access: 'MANAGER',
  params: idParams,
  answer: z.object({ id: z.int() }),
  run: async ({ db, params: { id }, ...context }) => {
    await restoreService(db, staffActor(context), { id })
    return { id }
  },
})

export const movePlatformCall = moveCall(platformStaffList)
export const moveCategoryCall = moveCall(categoryStaffList)
export const moveServiceCall = moveCall(serviceStaffList)

export const previewPricesCall = call({
  method: 'POST',
  path: '/api/admin/services/prices/preview',
  access: 'MANAGER',
  body: priceChangeInput,
  answer: pricePreview,
  run: ({ db, body }) => previewPrices(db, body),
})

export const applyPricesCall = call({
  method: 'POST',
  path: '/api/admin/services/prices/apply',
  access: 'MANAGER',
  body: priceApplyInput,
  answer: appliedPrices,
  run: ({ db, body, ...context }) => applyPrices(db, staffActor(context), body),
})

export const priceBatchesCall = call({
  method: 'GET',
  path: '/api/admin/services/prices',
  access: 'SUPPORT',
  answer: priceBatchList,
  run: async ({ db }) => ({ rows: await priceBatches(db) }),
})

export const undoPricesCall = call({
  method: 'POST',
  path: '/api/admin/services/prices/{id}/undo',
  access: 'MANAGER',
  params: idParams,
  answer: undonePrices,
  run: ({ db, params, ...context }) => undoPrices(db, staffActor(context), { batchId: params.id }),
})

export const priceHistoryCall = call({
  method: 'GET',
  path: '/api/admin/services/{id}/prices',
  access: 'SUPPORT',
  params: idParams,
  answer: priceHistory,
  run: async ({ db, params }) => ({ rows: await priceHistoryOf(db, params.id) }),
})
