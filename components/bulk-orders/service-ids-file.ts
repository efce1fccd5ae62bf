import type { ServiceRow } from '#lib/catalog/schema.ts'
import { csvHead, csvLine } from '#lib/core/csv.ts'
import { serviceIdsSheet } from '#lib/orders/bulk/labels.ts'

/** Text of a CSV file with the ids of the services that can be ordered. */
export function serviceIdsFile(services: readonly ServiceRow[]): string {
  const { heads } = serviceIdsSheet
  const lines = services.filter(({ isReadOnly }) => !isReadOnly).map((service) => csvLine(heads, service))
  return csvHead(heads) + lines.join('')
}
