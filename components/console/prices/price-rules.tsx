'use client'

import { useState } from 'react'
import { priceText } from '#lib/money/prices.ts'
import type { PriceRuleRow } from '#lib/prices/schema.ts'
import { percentText, priceRuleTexts } from '#lib/prices/staff-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailPart, LoadedDetail } from '../detail.tsx'
import { FormPromptDialog } from '../form-prompt.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { useDetail } from '../use-detail.ts'
import { type PriceRuleOwner, priceRuleForm } from './price-rule-form.tsx'

interface PriceRulesProps {
  readonly owner: PriceRuleOwner
  readonly mayAct: boolean
  /** True for an OWNER, who may set prices below cost. */
  readonly mayGoBelowCost: boolean
}

/** The group or member whose rules are loaded. When `reloadCount` changes, the rules are loaded again. */
type RulesKey = PriceRuleOwner & { readonly reloadCount: number }

type LoadedRules = { readonly rows: readonly PriceRuleRow[]; readonly nextCursor: number | null }

/** What a rule is for: a service, a category, or everything. */
type RuleScope = { readonly serviceId?: number | null; readonly categoryId?: number | null }

/** How `useDetail` loads the price rules of a group or a member, at most 200. */
const rulesRequest = {
  pathOf: (owner: RulesKey) =>
    `/api/admin/price-rules?${'groupId' in owner ? `group=${owner.groupId}` : `member=${owner.memberNo}`}&size=200`,
  versionOf: ({ reloadCount }: RulesKey) => reloadCount,
}

/** The price rules of a group or a member (at most 200), and a button that opens the form for a new rule. */
export function PriceRules({ owner, mayAct, mayGoBelowCost }: PriceRulesProps) {
  const [reloadCount, setReloadCount] = useState(0)
  const [isFormOpen, setIsFormOpen] = useState(false)
  const { busy, run } = useConsoleCall()
  const loaded = useDetail<RulesKey, LoadedRules>({ ...owner, reloadCount }, rulesRequest)
  const reload = () => setReloadCount((before) => before + 1)
  /**
   * The rule that this one would replace, as it is shown; its values are null if none is shown. Absent if not all rules
   * are shown.
   */
  const seenFor = ({ serviceId = null, categoryId = null }: RuleScope) => {
    const shown = loaded.detail
    if (!shown || shown.nextCursor !== null) return {}
    const rule = shown.rows.find((each) => each.serviceId === serviceId && each.categoryId === categoryId)
    const { percent = null, point = null, belowCost = false } = rule ?? {}
    return { seen: { percent, point, belowCost } }
  }
  const remove = async ({ id }: PriceRuleRow) => {
    const answer = await run({ method: 'DELETE', path: `/api/admin/price-rules/${id}`, done: priceRuleTexts.removed })
    if (answer) reload()
  }
  const form = priceRuleForm(owner, mayGoBelowCost, async (body) => {
    const answer = await run({
      method: 'PUT',
      path: '/api/admin/price-rules',
      body: { ...body, ...seenFor(body) },
      done: priceRuleTexts.saved,
    })
    if (!answer?.ok && answer?.status !== 409) return
    setIsFormOpen(false)
    reload()
  })
  return (
    <DetailPart title={priceRuleTexts.title}>
      <LoadedDetail {...loaded} failure={priceRuleTexts.failed}>
        {({ rows }) => (
          <div className="grid gap-2.5">
            {rows.length === 0 && <p className="text-s text-ink-3">{priceRuleTexts.none}</p>}
            {rows.length > 0 && (
              <ul className="grid gap-2.5">
                {rows.map((rule) => (
                  <RuleLine key={rule.id} rule={rule} onRemove={mayAct && !busy ? () => remove(rule) : null} />
                ))}
              </ul>
            )}
            {mayAct && (
              <Button size="s" onClick={() => setIsFormOpen(true)} className="justify-self-start">
                {priceRuleTexts.add}
              </Button>
            )}
          </div>
        )}
      </LoadedDetail>
      {isFormOpen && <FormPromptDialog {...form} busy={busy} onClose={() => setIsFormOpen(false)} />}
    </DetailPart>
  )
}

function RuleLine({ rule, onRemove }: { readonly rule: PriceRuleRow; readonly onRemove: (() => void) | null }) {
  const { serviceId, categoryId, text, percent, point, belowCost, reason } = rule
  const scopeText = serviceId ? `[${serviceId}] ${text}` : categoryId ? `${text} 카테고리` : priceRuleTexts.everything
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 text-s">
      <span className="wrap-anywhere">
        {scopeText}
        {belowCost && (
          <Badge tone="warn" className="ml-1.5">
            {priceRuleTexts.belowCost}
          </Badge>
        )}
        {reason && <span className="block text-ink-3">{reason}</span>}
      </span>
      <span className="flex items-center gap-2 tabular-nums">
        <b className="font-semibold">{point === null ? `${percentText(percent ?? 0)} 할인` : priceText(point)}</b>
        {onRemove && (
          <Button size="s" tone="bad" onClick={onRemove} aria-label={`${scopeText} 규칙 삭제`}>
            삭제
          </Button>
        )}
      </span>
    </li>
  )
}
