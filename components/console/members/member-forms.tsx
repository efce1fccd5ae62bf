import type { AdminMemberRow } from '#lib/members/schema.ts'
import { pointText } from '#lib/money/points.ts'
import {
  type AdjustmentDraft,
  type AdjustmentFacts,
  adjustmentEffectText,
  checkAdjustmentDraft,
} from '#lib/points/rules.ts'
import { memberPriceGroupTexts } from '#lib/prices/staff-labels.ts'
import { Notice } from '../../ui/badge.tsx'
import type { ActionForm } from '../actions.tsx'
import { reasonField } from '../form-prompt.tsx'

const adjustmentDirections = [
  { value: 'give', label: '지급' },
  { value: 'take', label: '차감' },
]

type Adjustment = { readonly delta: number; readonly reason: string }

/** The form that adds points to a member's balance or takes some away, and shows the resulting balance beforehand. */
export const adjustmentForm = (
  { memberId, point }: AdminMemberRow,
  facts: AdjustmentFacts,
  onGiven: (adjustment: Adjustment) => unknown,
): ActionForm => ({
  text: `${memberId} 회원 · 잔액 ${pointText(point)}`,
  action: '조정하기',
  fields: [
    { name: 'direction', label: '방향', kind: 'chips', options: adjustmentDirections },
    {
      name: 'amount',
      label: '포인트',
      kind: 'line',
      required: true,
      input: { inputMode: 'decimal', maxLength: 16 },
      className: 'text-right font-semibold tabular-nums',
    },
    { ...reasonField, hint: '포인트 내역과 감사 기록에 남아요.' },
  ],
  initialValues: { direction: 'give', amount: '', reason: '' },
  check(draft: AdjustmentDraft) {
    const plan = checkAdjustmentDraft(draft, facts, { final: true })
    return plan.ok ? null : plan
  },
  note(draft: AdjustmentDraft) {
    const text = adjustmentEffectText(checkAdjustmentDraft(draft, facts, { final: false }), facts)
    return (
      text && (
        <Notice tone="main" className="text-s font-semibold">
          {text}
        </Notice>
      )
    )
  },
  onGiven(draft: AdjustmentDraft) {
    const plan = checkAdjustmentDraft(draft, facts, { final: true })
    return plan.ok ? onGiven({ delta: plan.delta, reason: draft.reason }) : null
  },
})

/** The form for staff's memo about a member, which the member never sees. */
export const memoForm = ({ memo }: AdminMemberRow, onGiven: (memo: string) => unknown): ActionForm => ({
  action: '저장',
  fields: [
    {
      name: 'memo',
      label: '운영 메모',
      kind: 'lines',
      hint: '회원에게는 보이지 않아요.',
      input: { maxLength: 5_000 },
      className: 'min-h-[165.5px] py-3',
    },
  ],
  initialValues: { memo },
  onGiven: (values: { memo: string }) => onGiven(values.memo.trim()),
})

/** The form that puts a member into a price group, or removes the member from his group. */
export const memberPriceGroupForm = (
  groups: readonly { readonly id: number; readonly name: string }[],
  currentGroupId: number | null,
  onGiven: (groupId: number | null) => unknown,
): ActionForm => ({
  action: memberPriceGroupTexts.action,
  fields: [
    {
      name: 'groupId',
      label: memberPriceGroupTexts.label,
      kind: 'choice',
      numeric: true,
      options: [
        { value: 0, label: memberPriceGroupTexts.none },
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ],
  initialValues: { groupId: currentGroupId ?? 0 },
  onGiven: ({ groupId }: { groupId: number }) => onGiven(groupId || null),
})
