import { staffList } from '#lib/audit/staff-list.ts'
import { call } from '#lib/core/call.ts'
import { replyWith } from '#lib/core/snapshot.ts'
import { type UnitPrice, unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { stillInUse } from './labels.ts'
import { catalog, serviceSnapshot } from './queries.ts'
import {
  categoryInput,
  categoryList,
  categoryRow,
  platformInput,
  platformList,
  platformRow,
  serviceInput,
  serviceList,
  serviceRow,
} from './schema.ts'

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

export const {
  read: adminPlatformsCall,
  create: createPlatformCall,
  change: changePlatformCall,
  remove: removePlatformCall,
} = staffList({
  path: '/api/admin/platforms',
  subject: 'platform',
  table: 'platforms',
  fields: {
    text: { column: 'text' },
    visible: { column: 'visible' },
    backgroundColor: { column: 'background_color' },
    position: { column: 'position' },
  },
  input: platformInput,
  row: platformRow,
  searched: 'text',
  inUse: stillInUse,
})

export const {
  read: adminCategoriesCall,
  create: createCategoryCall,
  change: changeCategoryCall,
  remove: removeCategoryCall,
} = staffList({
  path: '/api/admin/categories',
  subject: 'category',
  table: 'categories',
  fields: { platform: { column: 'platform_id' }, text: { column: 'text' }, position: { column: 'position' } },
  input: categoryInput,
  row: categoryRow,
  searched: 'text',
  inUse: stillInUse,
})

const unitPrice = {
  tell: (price: UnitPrice) => unitPriceToNumber(price),
  store: (point: number) => unitPriceFromNumber(point),
}

export const {
  read: adminServicesCall,
  create: createServiceCall,
  change: changeServiceCall,
  remove: removeServiceCall,
} = staffList({
  path: '/api/admin/services',
  subject: 'service',
  table: 'services',
  fields: {
    categoryId: { column: 'category_id' },
    text: { column: 'text' },
    point: { column: 'unit_price', ...unitPrice },
    min: { column: 'min' },
    max: { column: 'max' },
    notice: { column: 'notice' },
    isReadOnly: { column: 'is_read_only' },
    enableAuto: { column: 'enable_auto' },
    position: { column: 'position' },
    providerId: { column: 'provider_id' },
    providerServiceId: { column: 'provider_service_id' },
    cost: { column: 'unit_cost', ...unitPrice },
  },
  input: serviceInput,
  row: serviceRow,
  searched: 'text',
  // Orders keep pointing at it: it is taken off the shelf.
  kept: 'withdrawn_at IS NULL',
  takeOff: 'UPDATE services SET withdrawn_at = now() WHERE id = $1',
})
