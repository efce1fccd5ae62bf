import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import { countRows } from '#lib/core/keyset.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { unknownProvider } from '../errors.ts'
import { formatProviderRate, type ListedType, storedUnitCostOf } from '../import/price.ts'
import type { ListedService } from '../import/read-row.ts'
import type { ProviderServiceRow, providerServiceQuery } from '../import/schema.ts'
import { listedServiceColumns, storedPricingOf } from '../import/stored-services.ts'

type StoredServiceRow = Omit<ListedService, 'type'> & { type: ListedType; gone: boolean; serviceIds: number[] }

const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

type ServiceFilter = Pick<z.output<typeof providerServiceQuery>, 'q' | 'gone'>

function filterOf(providerId: number, { q, gone }: ServiceFilter): Sql {
  const text = q.trim()
  const pattern = text ? containsPattern(text) : null
  const isGone = gone === undefined ? null : gone === 'true'
  return sql`v.provider_id = ${providerId}
    AND (${pattern}::text IS NULL OR v.name ILIKE ${pattern} OR v.category ILIKE ${pattern} OR v.remote_id = ${text})
    AND (${isGone}::boolean IS NULL OR v.gone = ${isGone})`
}

/**
 * A provider's services as of the last import that match the filters, sorted by their ids at the provider, shorter ids
 * first. Returns at most `size` rows after `cursor`.
 * @throws NOT_FOUND there is no such provider
 */
export async function providerServicesForStaff(
  db: Db,
  providerId: number,
  { size, cursor, ...filters }: z.output<typeof providerServiceQuery>,
): Promise<{ rows: ProviderServiceRow[]; nextCursor: string | null; total: number }> {
  const prices = await storedPricingOf(db, providerId)
  if (!prices) throw unknownProvider()
  const filter = filterOf(providerId, filters)
  const [rows, total] = await Promise.all([
    db.rows<StoredServiceRow>(
      sql`SELECT ${raw(listedServiceColumns)}, gone, ARRAY(SELECT s.id FROM services s WHERE s.provider_id = v.provider_id
         AND s.provider_service_id = v.remote_id AND s.withdrawn_at IS NULL ORDER BY s.id) AS service_ids
       FROM provider_services v WHERE ${filter}
         AND (${cursor}::text IS NULL OR (length(v.remote_id), v.remote_id) > (length(${cursor}::text), ${cursor}::text))
       ORDER BY length(v.remote_id), v.remote_id LIMIT ${size + 1}`,
    ),
    countRows(db, sql`provider_services v WHERE ${filter}`),
  ])
  const page = rows.slice(0, size).map((row) => {
    const cost = storedUnitCostOf(row, prices.exchangeRate)
    return { ...row, rate: formatProviderRate(row.rate), cost: cost === null ? null : unitPriceToNumber(cost) }
  })
  return { rows: page, nextCursor: rows.length > size ? (page.at(-1)?.remoteId ?? null) : null, total }
}
