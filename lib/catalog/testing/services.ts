import { dropCached } from '#lib/core/cache.ts'
import { type Db, db, oneRow } from '#lib/core/db.ts'
import { unitPriceFromNumber } from '#lib/money/prices.ts'
import type { ServiceTypeName } from '../service-types.ts'

type ServiceOptions = {
  /** Price of one unit in won, at most five decimals. */
  price?: number
  min?: number
  max?: number
  isReadOnly?: boolean
  enableAuto?: boolean
  platformId?: number
  type?: ServiceTypeName
  refillDays?: number
  canCancel?: boolean
  oneOrderPerLink?: boolean
  /** Id of a service into whose category the new service is put. */
  categoryOf?: number
}

const insertCategory = `
  WITH platform AS (
    INSERT INTO platforms (id, text, background_color) VALUES ($1, '인스타그램', '#d6249f')
    ON CONFLICT (id) DO UPDATE SET text = excluded.text RETURNING id
  )
  INSERT INTO categories (platform_id, text) SELECT id, '팔로워' FROM platform RETURNING id`

/**
 * Creates a visible service and returns its id. By default a unit costs 1 won, and 1 to 1,000,000 units can be ordered.
 */
export async function makeService(wanted: ServiceOptions = {}, handle: Db = db()): Promise<number> {
  const category = await oneRow<{ id: number }>(handle, insertCategory, [wanted.platformId ?? 1])
  const { id } = await oneRow<{ id: number }>(
    handle,
    `INSERT INTO services (category_id, text, unit_price, min, max, is_read_only, enable_auto, type, refill_days, can_cancel,
       one_order_per_link)
     VALUES (coalesce((SELECT category_id FROM services WHERE id = $11), $1), '한국인 팔로워', $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [
      category.id,
      unitPriceFromNumber(wanted.price ?? 1),
      wanted.min ?? 1,
      wanted.max ?? 1_000_000,
      wanted.isReadOnly ?? false,
      wanted.enableAuto ?? false,
      wanted.type ?? 'Default',
      wanted.refillDays ?? 0,
      wanted.canCancel ?? false,
      wanted.oneOrderPerLink ?? false,
      wanted.categoryOf ?? null,
    ],
  )
  await handle.rows("SELECT nextval('platforms_id_seq') FROM generate_series(1, $1::int)", [wanted.platformId ?? 1])
  dropCached('catalog')
  return id
}
