import type { EditableListDeclaration } from '#lib/editable-lists/list-declaration.ts'
import { type PriceGroupInput, type PriceGroupRow, priceGroupInput, priceGroupRow } from './schema.ts'
import { priceGroupInUseText, priceGroupTakenText } from './staff-labels.ts'

/** Converts between percent (in calls) and hundredths of a percent (in the database). */
const percentConversion = {
  toWire: (stored: number) => stored / 100,
  store: (percent: number) => Math.round(percent * 100),
}

/** Price groups, each with its discount on everything. */
export const priceGroupStaffList: EditableListDeclaration<'priceGroup', PriceGroupInput, PriceGroupRow> = {
  path: '/api/admin/price-groups',
  subject: 'price-group',
  model: 'priceGroup',
  table: 'price_groups',
  fields: { name: true, percent: { from: 'percent', ...percentConversion } },
  input: priceGroupInput,
  row: priceGroupRow,
  searchField: 'name',
  inUseMessage: priceGroupInUseText,
  takenMessage: priceGroupTakenText,
}
