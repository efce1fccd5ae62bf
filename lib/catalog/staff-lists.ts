import { clock } from '#lib/core/clock.ts'
import type { EditableListDeclaration } from '#lib/editable-lists/list-declaration.ts'
import { unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { categoryInUseText, platformInUseText } from './labels.ts'
import { recordPriceEdit } from './price-history.ts'
import { refuseRouteOfOtherType } from './refuse-route-of-other-type.ts'
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

/**
 * Platforms that aren't removed. Removing a platform only marks it as removed and hides it, because removed categories
 * still refer to it.
 */
export const platformStaffList: EditableListDeclaration<'platform', PlatformInput, PlatformRow> = {
  path: '/api/admin/platforms',
  subject: 'platform',
  model: 'platform',
  table: 'platforms',
  fields: { text: true, visible: true, backgroundColor: true, position: true },
  input: platformInput,
  row: platformRow,
  searchField: 'text',
  inUseMessage: platformInUseText,
  where: { removedAt: null },
  withdraw: () => ({ removedAt: clock.now(), visible: false }),
}

/** Categories that aren't removed; staff sort them within their platform. */
export const categoryStaffList: EditableListDeclaration<'category', CategoryInput, CategoryRow> = {
  path: '/api/admin/categories',
  subject: 'category',
  model: 'category',
  table: 'categories',
  fields: { platform: { from: 'platformId' }, text: true, position: true },
  input: categoryInput,
  row: categoryRow,
  searchField: 'text',
  inUseMessage: categoryInUseText,
  where: { removedAt: null },
  // Removing a category only marks it as removed. Withdrawn services still refer to it, and histories of orders find
  // the platform of such a service through its category.
  withdraw: () => ({ removedAt: clock.now() }),
  groupField: 'platformId',
}

/** Converts between prices in won, as calls contain them, and stored prices. */
const priceConversion = { toWire: unitPriceToNumber, store: unitPriceFromNumber }

/** Services that aren't withdrawn; staff sort them within their category. */
export const serviceStaffList: EditableListDeclaration<'service', ServiceInput, StaffServiceRow> = {
  path: '/api/admin/services',
  subject: 'service',
  model: 'service',
  table: 'services',
  fields: {
    categoryId: true,
    /** Name of the service. */
    text: true,
    min: true,
    max: true,
    /** Description of the service. */
    notice: true,
    /** True if the service is shown but can't be ordered. */
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
  searchField: 'text',
  where: { withdrawnAt: null },
  // Orders keep referring to a removed service, so it is marked as withdrawn, not deleted.
  withdraw: () => ({ withdrawnAt: clock.now() }),
  checkStored: refuseRouteOfOtherType,
  afterChange: recordPriceEdit,
  groupField: 'categoryId',
}
