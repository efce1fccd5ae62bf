import { unitPriceToNumber } from '#lib/money/prices.ts'
import type { ServiceChange } from './diff-services.ts'
import { effectsShown, type ServiceEffect, type ServiceTerms } from './effects-of-changes.ts'
import type { ImportPreview } from './preview-import.ts'
import { formatProviderRate } from './price.ts'
import type { ImportPreviewAnswer } from './schema.ts'

const MAX_ROWS_SHOWN = 1_000

function changeForApi(change: ServiceChange): ImportPreviewAnswer['changes'][number] {
  if (change.kind === 'NEW' || change.kind === 'BACK') return { ...change, rate: formatProviderRate(change.rate) }
  return change.kind === 'PRICE'
    ? { ...change, from: formatProviderRate(change.from), to: formatProviderRate(change.to) }
    : change
}

const termsForApi = ({ unitPrice, unitCost, min, max, isReadOnly }: ServiceTerms) => ({
  point: unitPriceToNumber(unitPrice),
  cost: unitCost === null ? null : unitPriceToNumber(unitCost),
  min,
  max,
  isReadOnly,
})

const effectForApi = ({ isWithdrawn: _, ...effect }: ServiceEffect) => ({
  ...effect,
  before: termsForApi(effect.before),
  after: termsForApi(effect.after),
})

/**
 * A preview as the API returns it, without effects on withdrawn services, each list cut to its first 1,000 rows
 * (MAX_ROWS_SHOWN).
 */
export const previewForApi = ({
  previewId,
  counts,
  suspicious,
  collapsed,
  changes,
  effects,
  refused,
}: ImportPreview): ImportPreviewAnswer => ({
  previewId,
  counts,
  suspicious: suspicious || collapsed,
  changes: changes.slice(0, MAX_ROWS_SHOWN).map(changeForApi),
  effects: effectsShown(effects).slice(0, MAX_ROWS_SHOWN).map(effectForApi),
  refused: refused.slice(0, MAX_ROWS_SHOWN),
})
