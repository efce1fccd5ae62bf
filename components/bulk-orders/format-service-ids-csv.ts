import type { ServiceRow } from '#lib/catalog/schema.ts'
import { csvHeadingLine, csvLine } from '#lib/core/csv.ts'
import { serviceIdsSheet } from '#lib/orders/bulk/labels.ts'

/** Text of a CSV file with the id, name, price and limits of each of `services`, without read-only services. */
export function formatServiceIdsCsv(services: readonly ServiceRow[]): string {
  const { heads } = serviceIdsSheet
  const lines = services.filter(({ isReadOnly }) => !isReadOnly).map((service) => csvLine(heads, service))
  return csvHeadingLine(heads) + lines.join('')
}
