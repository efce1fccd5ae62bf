import sql, { raw } from 'sql-template-tag'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { type UnitPrice, unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { pricePreviewOutdated, tooManyServicesSelected } from './errors.ts'
import { type NewPriceWarning, outlierWarnings, type RepricingGroup, repricingGroups } from './labels.ts'
import { type PriceChange, type Repricing, repriceService } from './price-change.ts'
import type { PriceChangeInput, PricePreview } from './price-change-schema.ts'
import { setPrices } from './price-history.ts'
import { serviceFilterCondition, serviceTables } from './queries/list-for-staff.ts'

type PricedService = {
  id: number
  /** Name of the service. */
  text: string
  unitPrice: UnitPrice
  unitCost: UnitPrice | null
  /** True if the service's sync rule is FOLLOW: syncs with the provider's list set its price. */
  follows: boolean
  withdrawn: boolean
}
type RepricedService = PricedService & Repricing

/** Maximum number of services in one bulk price change. */
const MAX_CHANGED_SERVICES = 20_000
/** Maximum number of services in the rows of a preview. */
const MAX_PREVIEWED = 1_000

/** Factor that converts the entered value, in percent or won, to the integer `value` of a `PriceChange`. */
const VALUE_SCALE = { PERCENT: 100, AMOUNT: 100_000, MARGIN: 100 } as const

const toPriceChange = ({ kind, value, step, rounding, leaveOut }: PriceChangeInput): PriceChange => ({
  kind,
  leaveOut,
  value: BigInt(Math.round(value * VALUE_SCALE[kind])),
  roundingStep: unitPriceFromNumber(step) ?? 1n,
  rounding,
})

/**
 * Locks the selected services, withdrawn ones included, and returns them sorted by id. Selected ids without a service
 * are left out.
 * @throws BAD_INPUT too many services are selected
 */
async function lockSelectedServices(tx: Db, { ids, filter: wanted }: PriceChangeInput): Promise<PricedService[]> {
  const filter = wanted ? serviceFilterCondition(wanted) : raw('true')
  const rows = await tx.rows<PricedService>(
    sql`SELECT s.id, s.text, s.unit_price, s.unit_cost, coalesce(y.rule = 'FOLLOW', false) AS follows,
        s.withdrawn_at IS NOT NULL AS withdrawn
      FROM ${serviceTables} WHERE ${filter} AND (${ids}::int[] IS NULL OR s.id = ANY (${ids}))
      ORDER BY s.id LIMIT ${MAX_CHANGED_SERVICES + 1} FOR UPDATE OF s`,
  )
  if (rows.length > MAX_CHANGED_SERVICES) throw tooManyServicesSelected()
  return rows
}

/**
 * Locks the selected services. Returns them with their new prices, and a digest of their ids, prices, costs and groups.
 * A price change is applied only if its digest equals the digest of the preview.
 */
async function repriceSelected(tx: Db, input: PriceChangeInput) {
  const change = toPriceChange(input)
  const rows = (await lockSelectedServices(tx, input)).map(
    (service): RepricedService => ({ ...service, ...repriceService(change, service) }),
  )
  const shown = rows.map(({ id, unitPrice, unitCost, to, group }) => [id, unitPrice, unitCost, to, group].join(' '))
  return { rows, digest: sha256(shown.join('\n')).toString('hex') }
}

const toPreviewRow = ({
  id,
  text,
  unitPrice,
  unitCost,
  to,
  group,
  marks,
}: RepricedService): PricePreview['rows'][number] => ({
  id,
  text,
  from: unitPriceToNumber(unitPrice),
  to: to === null ? null : unitPriceToNumber(to),
  group,
  marks,
  cost: unitCost === null ? null : unitPriceToNumber(unitCost),
})

/**
 * Returns the counts of the preview (`pricePreview`): how many services are in each group, and how many have each
 * warning. Each service is in exactly one group. Without a filter, selected ids without a service count as GONE.
 */
function countsOf({ ids, filter }: PriceChangeInput, rows: readonly RepricedService[]): PricePreview['counts'] {
  const missing = ids && !filter ? new Set(ids).size - rows.length : 0
  const groups = Object.fromEntries(repricingGroups.map((group) => [group, 0])) as Record<RepricingGroup, number>
  groups.GONE = missing
  for (const { group } of rows) groups[group] += 1
  const countMarked = (mark: NewPriceWarning) =>
    rows.filter((row) => row.group === 'CHANGED' && row.marks.includes(mark)).length
  return {
    chosen: rows.length + missing,
    groups,
    belowCost: countMarked('BELOW_COST'),
    jumps: countMarked('JUMP'),
    unrounded: countMarked('UNROUNDED'),
    outliers: rows.filter(({ marks }) => marks.some((mark) => outlierWarnings.includes(mark))).length,
    following: rows.filter(({ follows, group }) => follows && group === 'CHANGED').length,
  }
}

/**
 * Sorts services for the preview: first services with a warning, then services whose price can't be changed, then
 * changed services, and last services that already have the new price.
 */
function sortForPreview(rows: readonly RepricedService[]): RepricedService[] {
  const rank = ({ marks, group }: RepricedService) =>
    marks.length > 0 ? 0 : group === 'CHANGED' ? 2 : group === 'SAME' ? 3 : 1
  return [0, 1, 2, 3].flatMap((position) => rows.filter((row) => rank(row) === position))
}

/** Computes what a bulk price change would do. Changes no price. */
export async function previewPrices(db: Database, input: PriceChangeInput): Promise<PricePreview> {
  const { rows, digest } = await db.transaction((tx) => repriceSelected(tx, input))
  return {
    digest,
    counts: countsOf(input, rows),
    rows: sortForPreview(rows).slice(0, MAX_PREVIEWED).map(toPreviewRow),
  }
}

/** Result of a bulk price change: how many prices it changed, and its id; the id is null if it changed no price. */
type AppliedPrices = { changed: number; batchId: number | null }

/**
 * Applies a bulk price change that staff have previewed, completely or not at all, and returns the result. For a day,
 * the change can be undone by its `batchId`.
 * @throws CONFLICT the result would differ from the preview, because a price, a cost or the selected services have
 * changed since; BAD_INPUT too many services are selected
 */
export function applyPrices(
  db: Database,
  actor: StaffActor,
  input: PriceChangeInput & { digest: string },
): Promise<AppliedPrices> {
  return db.transaction(async (tx) => {
    const { rows, digest } = await repriceSelected(tx, input)
    if (digest !== input.digest) throw pricePreviewOutdated()
    const prices = rows.flatMap(({ id, unitPrice, to }) => (to === null ? [] : [{ id, from: unitPrice, to }]))
    if (prices.length === 0) return { changed: 0, batchId: null }
    const { id: batchId } = await oneRow<{ id: number }>(
      tx,
      'INSERT INTO price_batches (actor_id, changed) VALUES ($1, $2) RETURNING id',
      [actor.memberId, prices.length],
    )
    await setPrices(tx, actor, { cause: 'BULK', batchId, prices })
    const { digest: _, ...change } = input
    await recordAudit(tx, actor, {
      action: 'service.prices',
      subjectType: 'service',
      subjectId: `prices-${batchId}`,
      before: { prices: prices.map(({ id, from }) => [id, unitPriceToNumber(from)]) },
      after: { change, prices: prices.map(({ id, to }) => [id, unitPriceToNumber(to)]) },
    })
    return { changed: prices.length, batchId }
  })
}
