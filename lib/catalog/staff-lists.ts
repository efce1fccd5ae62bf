import { clock } from '#lib/core/clock.ts'
import type { EditableList } from '#lib/editable-lists/list-declaration.ts'
import { unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { categoryInUseText, platformInUseText } from './labels.ts'
import { recordPriceEdit } from './price-history.ts'
import {
  type CategoryInput,
  type CategoryRow,
  categoryInput,
  categoryRow,
  type PlatformInput,
  type PlatformRow,
  platformInput,
  platformRow,
  type ServiceInput,
  type StaffServiceRow,
  serviceInput,
  serviceRow,
} from './schema.ts'

export const platformStaffList: EditableList<'platform', PlatformInput, PlatformRow> = {
  path: '/api/admin/platforms',
  subject: 'platform',
  model: 'platform',
  table: 'platforms',
  fields: { text: true, visible: true, backgroundColor: true, position: true },
  input: platformInput,
  row: platformRow,
  searched: 'text',
  inUse: platformInUseText,
  where: { removedAt: null },
  withdraw: () => ({ removedAt: clock.now(), visible: false }),
}

/** Categories, ordered within their platform. */
export const categoryStaffList: EditableList<'category', CategoryInput, CategoryRow> = {
  path: '/api/admin/categories',
  subject: 'category',
  model: 'category',
  table: 'categories',
  fields: { platform: { from: 'platformId' }, text: true, position: true },
  input: categoryInput,
  row: categoryRow,
  searched: 'text',
  inUse: categoryInUseText,
  where: { removedAt: null },
  // A removed category is only marked as removed: withdrawn services still refer to it, and histories of orders take
  // their platform from it.
  withdraw: () => ({ removedAt: clock.now() }),
  within: 'platformId',
}

const priceConversion = { toWire: unitPriceToNumber, store: unitPriceFromNumber }

/** Services that aren't withdrawn, ordered within their category. */
export const serviceStaffList: EditableList<'service', ServiceInput, StaffServiceRow> = {
  path: '/api/admin/services',
  subject: 'service',
  model: 'service',
  table: 'services',
  fields: {
    categoryId: true,
    text: true,
    min: true,
    max: true,
    notice: true,
    isReadOnly: true,
    enableAuto: true,
    refillDays: true,
    canCancel: true,
    oneOrderPerLink: true,
    position: true,
    type: true,
    providerId: true,
    providerServiceId: true,
    point: { from: 'unitPrice', ...priceConversion },
    cost: { from: 'unitCost', ...priceConversion },
  },
  input: serviceInput,
  row: serviceRow,
  searched: 'text',
  where: { withdrawnAt: null },
  // Orders keep referring to a removed service, so it is marked as withdrawn, not deleted.
  withdraw: () => ({ withdrawnAt: clock.now() }),
  changed: recordPriceEdit,
  within: 'categoryId',
}
