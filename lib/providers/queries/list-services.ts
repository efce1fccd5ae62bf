import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import { countOf } from '#lib/core/keyset.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { unknownProvider } from '../errors.ts'
import { unitCostOf, writeRate } from '../import/price.ts'
import type { ListedService } from '../import/read-row.ts'
import { listedColumns, priceListOf } from '../import/stored-services.ts'
import type { ProviderServiceRow, providerServiceQuery } from '../schema.ts'

type Row = ListedService & { gone: boolean; serviceIds: number[] }

const filter = `v.provider_id = $1 AND ($2::text IS NULL OR v.name ILIKE $2 OR v.category ILIKE $2 OR v.remote_id = $3)
  AND ($4::boolean IS NULL OR v.gone = $4)`

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * One page of a provider's services as of the last import, sorted by the provider's id.
 * @throws NOT_FOUND
 */
export async function providerServicesFor(
  db: Db,
  providerId: number,
  { q, gone, size, cursor }: z.output<typeof providerServiceQuery>,
): Promise<{ rows: ProviderServiceRow[]; nextCursor: string | null; total: number }> {
  const prices = await priceListOf(db, providerId)
  if (!prices) throw unknownProvider()
  const text = q.trim()
  const values = [providerId, text ? containing(text) : null, text, gone === undefined ? null : gone === 'true']
  const [rows, total] = await Promise.all([
    db.rows<Row>(
      `SELECT ${listedColumns}, gone, ARRAY(SELECT s.id FROM services s WHERE s.provider_id = v.provider_id
         AND s.provider_service_id = v.remote_id AND s.withdrawn_at IS NULL ORDER BY s.id) AS service_ids
       FROM provider_services v WHERE ${filter}
         AND ($5::text IS NULL OR (length(v.remote_id), v.remote_id) > (length($5), $5))
       ORDER BY length(v.remote_id), v.remote_id LIMIT $6`,
      [...values, cursor ?? null, size + 1],
    ),
    countOf(db, `provider_services v WHERE ${filter}`, values),
  ])
  const page = rows.slice(0, size).map((row) => ({
    ...row,
    rate: writeRate(row.rate),
    cost: unitPriceToNumber(unitCostOf(row.rate, prices.exchangeRate)),
  }))
  return { rows: page, nextCursor: rows.length > size ? (page.at(-1)?.remoteId ?? null) : null, total }
}
