'use client'

import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { priceRuleTexts } from '#lib/prices/staff-labels.ts'
import { useDetail } from '../use-detail.ts'

interface RuleTargetProps {
  readonly scope: 'SERVICE' | 'CATEGORY'
  /** Id of the service or category, as it is typed. */
  readonly number: string
}

type Target = Pick<AdminServiceRow, 'id' | 'text'> & Partial<Pick<AdminServiceRow, 'point'>>

/**
 * How `useDetail` looks up the typed id. The rows of the reply contain the service or category with this id, if any.
 * Categories can't be searched by id, but their list begins with the greatest id below `cursor`. So a cursor of id + 1
 * finds the category.
 */
export const priceRuleTargetRequest = {
  pathOf: ({ scope, number }: RuleTargetProps) =>
    scope === 'SERVICE'
      ? `/api/admin/services?q=${number}&size=50`
      : `/api/admin/categories?cursor=${Number(number) + 1}&size=1`,
  versionOf: () => 0,
}

/**
 * Shows the name of the service or category whose id is typed into the form of a price rule, so that a wrong id is
 * noticed.
 */
export function PriceRuleTarget({ scope, number }: RuleTargetProps) {
  const validInput = /^\d{1,9}$/.test(number.trim()) ? { scope, number: number.trim() } : undefined
  const { detail, failed } = useDetail<RuleTargetProps, { readonly rows: readonly Target[] }>(
    validInput,
    priceRuleTargetRequest,
  )
  const target = detail?.rows.find(({ id }) => id === Number(validInput?.number))
  return (
    <p role="status" className="text-s text-ink-2">
      {validInput && detail && (target ? priceRuleTexts.target(target) : priceRuleTexts.unknownTarget[scope])}
      {failed && priceRuleTexts.targetFailed}
    </p>
  )
}
