import { firstIssue } from '#lib/core/form-errors.ts'
import { priceRuleRules } from '#lib/prices/errors.ts'
import { MAX_DISCOUNT_PERCENT, MAX_PRICE_RULE_REASON_LENGTH } from '#lib/prices/labels.ts'
import { priceRuleTexts } from '#lib/prices/staff-labels.ts'
import type { DraftValues, FieldDeclaration } from '../editable-list/draft.ts'
import type { FormDialogDeclaration } from '../form-prompt.tsx'
import { PriceRuleTarget } from './price-rule-target.tsx'

/** The price group or the member whose prices are set. */
export type PriceRuleOwner = { readonly groupId: number } | { readonly memberNo: number }

/** What staff have typed in the form. A field that is not shown is null or missing. */
type RuleDraft = {
  readonly scope: string
  readonly target?: number | null
  readonly kind?: string
  readonly percent?: number | null
  /** Price of one unit in won, for the kind PRICE. */
  readonly point?: number | null
  readonly belowCost?: boolean
  readonly reason?: string
}

const scopeIs = (scope: string) => (draft: DraftValues) => draft.scope === scope
const setsPrice = (draft: DraftValues) => draft.scope === 'SERVICE' && draft.kind === 'PRICE'

const fieldsOf = (isMember: boolean, mayGoBelowCost: boolean): readonly FieldDeclaration[] => [
  {
    name: 'scope',
    label: '대상',
    kind: 'chips',
    options: [
      { value: 'SERVICE', label: '상품' },
      { value: 'CATEGORY', label: '카테고리' },
      ...(isMember ? [{ value: 'ALL', label: '전체' }] : []),
    ],
  },
  {
    name: 'target',
    label: '번호',
    kind: 'number',
    required: true,
    isShown: (draft) => draft.scope !== 'ALL',
    hint: '상품이나 카테고리의 번호예요.',
    note: ({ scope, target }) =>
      (scope === 'SERVICE' || scope === 'CATEGORY') && <PriceRuleTarget scope={scope} number={String(target ?? '')} />,
  },
  {
    name: 'kind',
    label: '정하는 방법',
    kind: 'chips',
    isShown: scopeIs('SERVICE'),
    options: [
      { value: 'PERCENT', label: '할인율' },
      { value: 'PRICE', label: '가격' },
    ],
  },
  {
    name: 'percent',
    label: '할인율 (%)',
    kind: 'number',
    required: true,
    isShown: (draft) => !setsPrice(draft),
    hint: `0~${MAX_DISCOUNT_PERCENT}%예요. 0이면 정가로 팔아요.`,
  },
  { name: 'point', label: '1개 가격 (원)', kind: 'number', required: true, isShown: setsPrice },
  ...(mayGoBelowCost
    ? [{ name: 'belowCost', label: '원가보다 낮아도 판매', kind: 'switch', hint: '사유를 꼭 적어 주세요.' } as const]
    : []),
  {
    name: 'reason',
    label: '사유',
    kind: 'line',
    input: { maxLength: MAX_PRICE_RULE_REASON_LENGTH },
    hint: '감사 기록에 남아요.',
  },
]

/** The body of the call that sets the rule. A missing percentage becomes -1, which the validation refuses. */
function bodyOf(owner: PriceRuleOwner, { scope, target, kind, percent, point, belowCost, reason }: RuleDraft) {
  const isPrice = scope === 'SERVICE' && kind === 'PRICE'
  return {
    ...owner,
    ...(scope === 'SERVICE' && { serviceId: target ?? 0 }),
    ...(scope === 'CATEGORY' && { categoryId: target ?? 0 }),
    ...(isPrice ? { point: point ?? 0 } : { percent: percent ?? -1 }),
    belowCost: belowCost ?? false,
    reason: (reason ?? '').trim(),
  }
}

/** Dialog that sets a discount or a price for a price group or a member. */
export function priceRuleForm(
  owner: PriceRuleOwner,
  mayGoBelowCost: boolean,
  onGiven: (body: ReturnType<typeof bodyOf>) => Promise<void>,
): FormDialogDeclaration {
  return {
    title: priceRuleTexts.add,
    action: '저장',
    fields: fieldsOf('memberNo' in owner, mayGoBelowCost),
    initialValues: {
      scope: 'SERVICE',
      target: null,
      kind: 'PERCENT',
      percent: null,
      point: null,
      belowCost: false,
      reason: '',
    },
    check: (typed) => {
      const { target, scope } = typed as RuleDraft
      const isMissing = scope !== 'ALL' && !target
      if (isMissing) return { path: 'target', message: priceRuleTexts.numberMissing }
      return firstIssue(priceRuleRules(bodyOf(owner, typed as RuleDraft)))
    },
    onGiven: (typed) => onGiven(bodyOf(owner, typed as RuleDraft)),
  }
}
