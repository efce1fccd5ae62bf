import sql from 'sql-template-tag'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { sha256 } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type UnitPrice, unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { pricesOutdated, tooManyPrices } from './errors.ts'
import type { PriceRefusal } from './labels.ts'
import { changedPrice, type PriceChange } from './price-change.ts'
import { filterCondition, serviceTables } from './queries/list-for-staff.ts'
import type { PriceChangeInput, PricePreview } from './schema.ts'

type PricedService = { id: number; text: string; unitPrice: UnitPrice; unitCost: UnitPrice | null; follows: boolean }
type RepricedService = PricedService & { to: UnitPrice | null; refusal: PriceRefusal | null }

const MAX_CHANGED_SERVICES = 20_000
const MAX_PREVIEWED = 1_000

/** Factor from a value in percent or won to the integer of a `PriceChange`. */
const VALUE_SCALE = { PERCENT: 100, AMOUNT: 100_000, MARGIN: 100 } as const

const toPriceChange = ({ kind, value, step, rounding }: PriceChangeInput): PriceChange => ({
  kind,
  value: BigInt(Math.round(value * VALUE_SCALE[kind])),
  step: unitPriceFromNumber(step) ?? 1n,
  rounding,
})

/** Selected services that aren't withdrawn, in order of id, locked until the transaction ends. */
async function lockSelectedServices(tx: Db, { ids, filter: wanted }: PriceChangeInput): Promise<PricedService[]> {
  const rows = await tx.rows<PricedService>(
    sql`SELECT s.id, s.text, s.unit_price, s.unit_cost, coalesce(y.rule = 'FOLLOW', false) AS follows FROM ${serviceTables}
      WHERE s.withdrawn_at IS NULL AND ${filterCondition(wanted ?? { q: '' })} AND (${ids}::int[] IS NULL OR s.id = ANY (${ids}))
      ORDER BY s.id LIMIT ${MAX_CHANGED_SERVICES + 1} FOR UPDATE OF s`,
  )
  if (rows.length > MAX_CHANGED_SERVICES) throw tooManyPrices()
  return rows
}

function repriceService(change: PriceChange, service: PricedService): RepricedService {
  const to = changedPrice(change, service)
  if (typeof to === 'string') return { ...service, to: null, refusal: to }
  return { ...service, to: to === service.unitPrice ? null : to, refusal: null }
}

/** The selected services with their new prices, and a digest by which an application is compared with its preview. */
async function repriceSelected(tx: Db, input: PriceChangeInput) {
  const change = toPriceChange(input)
  const rows = (await lockSelectedServices(tx, input)).map((service) => repriceService(change, service))
  const shown = rows.map(({ id, unitPrice, unitCost, to }) => [id, unitPrice, unitCost, to].join(' '))
  return { rows, digest: sha256(shown.join('\n')).toString('hex') }
}

const toPreviewRow = ({
  id,
  text,
  unitPrice,
  unitCost,
  to,
  refusal,
}: RepricedService): PricePreview['rows'][number] => ({
  id,
  text,
  from: unitPriceToNumber(unitPrice),
  to: to === null ? null : unitPriceToNumber(to),
  refusal,
  cost: unitCost === null ? null : unitPriceToNumber(unitCost),
})

/** Previews a price change; nothing is written. */
export async function previewPrices(db: Database, input: PriceChangeInput): Promise<PricePreview> {
  const { rows, digest } = await db.transaction((tx) => repriceSelected(tx, input))
  const changed = rows.filter(({ to }) => to !== null)
  const refused = rows.filter(({ refusal }) => refusal !== null)
  const counts = {
    found: rows.length,
    changed: changed.length,
    refused: refused.length,
    belowCost: changed.filter(({ to, unitCost }) => unitCost !== null && to !== null && to < unitCost).length,
    following: changed.filter(({ follows }) => follows).length,
  }
  return { digest, counts, rows: [...refused, ...changed].slice(0, MAX_PREVIEWED).map(toPreviewRow) }
}

/**
 * Applies a previewed price change completely or not at all. Returns the number of changed prices.
 * @throws CONFLICT its result would differ from the preview: a price, a cost or a service has changed since
 */
export function applyPrices(
  db: Database,
  actor: StaffActor,
  input: PriceChangeInput & { digest: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows, digest } = await repriceSelected(tx, input)
    if (digest !== input.digest) throw pricesOutdated()
    const changed = rows.flatMap(({ id, unitPrice, to }) => (to === null ? [] : [{ id, from: unitPrice, to }]))
    if (changed.length === 0) return 0
    await tx.rows(
      `UPDATE services s SET unit_price = w.price FROM unnest($1::int[], $2::bigint[]) AS w (id, price) WHERE s.id = w.id`,
      [changed.map(({ id }) => id), changed.map(({ to }) => to)],
    )
    const { digest: _, ...change } = input
    await recordAudit(tx, actor, {
      action: 'service.prices',
      subjectType: 'service',
      subjectId: digest.slice(0, 16),
      before: { prices: changed.map(({ id, from }) => [id, unitPriceToNumber(from)]) },
      after: { change, prices: changed.map(({ id, to }) => [id, unitPriceToNumber(to)]) },
    })
    return changed.length
  })
}
