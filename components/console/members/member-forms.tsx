import { restrictionReasonMissing, suspensionEndPast } from '#lib/members/errors.ts'
import { restrictionEffects, restrictionLabels } from '#lib/members/labels.ts'
import { type AdminMemberRow, restrictionLevels } from '#lib/members/schema.ts'
import { pointText } from '#lib/money/points.ts'
import { type AdjustmentDraft, type AdjustmentFacts, adjustmentText, planAdjustment } from '#lib/points/rules.ts'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { FormText } from '../actions.tsx'
import { reasonField } from '../question.tsx'

const adjustmentDirections = [
  { value: 'give', label: '지급' },
  { value: 'take', label: '회수' },
]

type Adjustment = { readonly delta: number; readonly reason: string }

/** The form that adds points to a member's balance or takes some away, and shows the resulting balance beforehand. */
export const pointsForm = (
  { memberId, point }: AdminMemberRow,
  facts: AdjustmentFacts,
  onGiven: (adjustment: Adjustment) => unknown,
): FormText => ({
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
  first: { direction: 'give', amount: '', reason: '' },
  check(draft: AdjustmentDraft) {
    const plan = planAdjustment(draft, facts, { final: true })
    return plan.ok ? null : plan
  },
  note(draft: AdjustmentDraft) {
    const text = adjustmentText(planAdjustment(draft, facts, { final: false }))
    return (
      text && (
        <Notice tone="main" className="text-s font-semibold">
          {text}
        </Notice>
      )
    )
  },
  onGiven(draft: AdjustmentDraft) {
    const plan = planAdjustment(draft, facts, { final: true })
    return plan.ok ? onGiven({ delta: plan.delta, reason: draft.reason }) : null
  },
})

type RestrictionLevel = AdminMemberRow['restriction']
type RestrictionDraft = { level: RestrictionLevel; until: string | null; reason: string }

/** A field's Seoul time in ISO 8601, as the API expects it; null if the field is empty. */
const isoTimeOfField = (text: string | null): string | null => (text ? new Date(`${text}+09:00`).toISOString() : null)

const fieldTimeOf = (at: string | null): string => (at ? seoulTime(at).slice(0, 16).replace(' ', 'T') : '')

/** The form that sets a member's restriction, its end and its reason. */
export const restrictionForm = (
  { memberId, restriction, restrictedUntil }: AdminMemberRow,
  onGiven: (restriction: RestrictionDraft) => unknown,
): FormText => ({
  text: `${memberId} 회원`,
  action: '저장',
  tone: ({ level }) => (level === 'NORMAL' ? 'main' : 'bad'),
  // Focuses the selected option instead of the first one, because the arrow keys move on from the focused one.
  focus: 'input:checked',
  fields: ({ level }) => [
    {
      name: 'level',
      label: '단계',
      kind: 'chips',
      hint: restrictionEffects[level as RestrictionLevel],
      options: restrictionLevels.map((value) => ({ value, label: restrictionLabels[value] })),
    },
    {
      name: 'until',
      label: '끝나는 시각',
      kind: 'line',
      input: { type: 'datetime-local' },
      shown: () => level === 'SUSPENDED',
    },
    { ...reasonField, hint: '감사 기록에 남아요.' },
  ],
  first: { level: restriction, until: fieldTimeOf(restrictedUntil) },
  check({ until, reason }: RestrictionDraft) {
    if (until && Date.parse(isoTimeOfField(until) ?? '') <= Date.now())
      return { path: 'until', message: suspensionEndPast().message }
    return reason === '' ? { path: 'reason', message: restrictionReasonMissing().message } : null
  },
  onGiven: (draft: RestrictionDraft) => onGiven({ ...draft, until: isoTimeOfField(draft.until) }),
})

/** The form of staff's memo about a member, which the member never sees. */
export const memoForm = ({ memo }: AdminMemberRow, onGiven: (memo: string) => unknown): FormText => ({
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
  first: { memo },
  onGiven: (given: { memo: string }) => onGiven(given.memo.trim()),
})
