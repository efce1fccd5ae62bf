import { firstIssue } from '#lib/core/form-errors.ts'
import { promotionRules } from '#lib/promotions/errors.ts'
import {
  grantLabels,
  MAX_PROMOTION_NAME_LENGTH,
  type PromotionKind,
  promotionKinds,
  promotionTexts,
} from '#lib/promotions/labels.ts'
import type { PromotionInput } from '#lib/promotions/schema.ts'
import { seoulMinute } from '../../ui/seoul-time.ts'
import { type DraftValues, type FieldDeclaration, parseMinute } from '../editable-list/draft.ts'
import type { FormDialogDeclaration } from '../form-prompt.tsx'

/** What staff have typed in the form of a promotion. A field that is not shown is missing. */
type Draft = {
  readonly kind: PromotionKind
  readonly name: string
  /** Whether a bonus is a percentage of the charge or a fixed number of points. It is not sent to the server. */
  readonly way?: 'PERCENT' | 'POINT'
  readonly percent?: number | null
  readonly point?: number | null
  /** Maximum number of points for one charge; null means no limit. */
  readonly maxPoint?: number | null
  /** Minimum number of charged points; null means no minimum. */
  readonly minCharge: number | null
  /** Whether each member gets the bonus only once. */
  readonly once?: boolean
  readonly startsAt: string
  readonly endsAt: string
  /** Maximum number of points that are given in all. */
  readonly budget: number | null
  /** Maximum number of times that points are given; null means that only the budget limits them. */
  readonly maxGrants: number | null
}

const isBonus = ({ kind }: DraftValues): boolean => kind === 'BONUS'
const givesPercent = (draft: DraftValues): boolean => isBonus(draft) && draft.way === 'PERCENT'

const amountField = (name: string, label: string, more: Partial<FieldDeclaration> = {}): FieldDeclaration => ({
  name,
  label,
  kind: 'number',
  whenEmpty: null,
  half: true,
  ...more,
})

const timeField = (name: string, label: string): FieldDeclaration => ({
  name,
  label,
  kind: 'minute',
  required: true,
  half: true,
})

const fields: readonly FieldDeclaration[] = [
  {
    name: 'kind',
    label: '종류',
    kind: 'chips',
    options: promotionKinds.map((value) => ({ value, label: grantLabels[value] })),
  },
  {
    name: 'name',
    label: '이름',
    kind: 'line',
    required: true,
    hint: '회원에게 보여요.',
    input: { maxLength: MAX_PROMOTION_NAME_LENGTH },
  },
  {
    name: 'way',
    label: '주는 방법',
    kind: 'chips',
    isShown: isBonus,
    options: [
      { value: 'PERCENT', label: '충전액의 %' },
      { value: 'POINT', label: '정해진 포인트' },
    ],
  },
  amountField('percent', '적립률 (%)', { required: true, isShown: givesPercent }),
  amountField('maxPoint', '충전 한 번의 최대 포인트', { hint: '비우면 제한이 없어요.', isShown: givesPercent }),
  amountField('point', '포인트', { required: true, isShown: (draft) => !givesPercent(draft) }),
  amountField('minCharge', '최소 충전 포인트', { hint: '쿠폰은 비우면 충전 없이 바로 받아요.' }),
  timeField('startsAt', '시작 시각'),
  timeField('endsAt', '종료 시각'),
  amountField('budget', '예산 (원)', { required: true, hint: '다 쓰면 더 주지 않아요.' }),
  amountField('maxGrants', '횟수 제한', { hint: '비우면 예산까지 줘요.' }),
  { name: 'once', label: '회원마다 한 번만', kind: 'switch', isShown: isBonus },
]

/** Converts a typed Seoul time to ISO 8601; null if the field is empty or does not contain a time. */
function isoTimeOf(text: string): string | null {
  const at = new Date(`${parseMinute(text, {})}+09:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The body of the call that creates the promotion. */
const promotionOf = ({ way: _, ...draft }: Draft): PromotionInput => ({
  kind: draft.kind,
  name: draft.name.trim(),
  percent: draft.percent ?? null,
  point: draft.point ?? null,
  maxPoint: draft.maxPoint ?? null,
  minCharge: draft.minCharge ?? 0,
  once: draft.once ?? true,
  startsAt: isoTimeOf(draft.startsAt),
  endsAt: isoTimeOf(draft.endsAt),
  budget: draft.budget ?? 0,
  maxGrants: draft.maxGrants,
})

const WEEK_MS = 7 * 86_400_000

const fieldTimeOf = (at: number): string => seoulMinute(at).replace(' ', 'T')

/**
 * The form of a new promotion, which can't be changed once it is created. `now` is the server's time in milliseconds.
 */
export const promotionForm = (now: number, onGiven: (input: PromotionInput) => unknown): FormDialogDeclaration => ({
  title: promotionTexts.add,
  text: promotionTexts.fixed,
  action: promotionTexts.make,
  fields: (draft) => fields.filter(({ isShown }) => isShown?.(draft) ?? true),
  initialValues: {
    ...{
      kind: 'BONUS',
      name: '',
      way: 'PERCENT',
      percent: null,
      point: null,
      maxPoint: null,
      minCharge: null,
      once: true,
    },
    ...{ startsAt: fieldTimeOf(now), endsAt: fieldTimeOf(now + WEEK_MS), budget: null, maxGrants: null },
  },
  check: (draft: Draft) => firstIssue(promotionRules(promotionOf(draft))),
  onGiven: (draft: Draft) => onGiven(promotionOf(draft)),
})
