import { pastUntil, restrictionReasonMissing } from '#lib/members/errors.ts'
import { restrictionLabels } from '#lib/members/labels.ts'
import { type AdminMemberRow, restrictionLevels } from '#lib/members/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { FormText } from '../actions.tsx'
import { pointText } from '../format.ts'
import { reasonField } from '../reason-dialog.tsx'
import { type AdjustmentDraft, type Ground, planOf, planText } from './adjustment-plan.ts'

const directions = [
  { value: 'give', label: '지급' },
  { value: 'take', label: '회수' },
]

type Adjustment = { readonly delta: number; readonly reason: string }

/** Gives or takes points, and shows the resulting balance beforehand. */
export const pointsForm = (
  { memberId, point }: AdminMemberRow,
  ground: Ground,
  onGiven: (adjustment: Adjustment) => unknown,
): FormText => ({
  text: `${memberId} 회원 · 잔액 ${pointText(point)}`,
  action: '조정하기',
  fields: [
    { name: 'direction', label: '방향', kind: 'chips', options: directions },
    {
      name: 'amount',
      label: '포인트',
      kind: 'line',
      required: true,
      input: { inputMode: 'decimal', maxLength: 16 },
      className: 'text-right font-semibold',
    },
    { ...reasonField, hint: '포인트 내역과 감사 기록에 남아요.' },
  ],
  first: { direction: 'give', amount: '', reason: '' },
  check(draft: AdjustmentDraft) {
    const plan = planOf(draft, ground, { final: true })
    return plan.ok ? null : plan
  },
  note(draft: AdjustmentDraft) {
    const text = planText(planOf(draft, ground, { final: false }))
    return (
      text && (
        <Notice tone="main" className="text-s font-semibold">
          {text}
        </Notice>
      )
    )
  },
  onGiven(draft: AdjustmentDraft) {
    const plan = planOf(draft, ground, { final: true })
    if (plan.ok) onGiven({ delta: plan.delta, reason: draft.reason })
  },
})

type Level = AdminMemberRow['restriction']
type RestrictionDraft = { level: Level; until: string | null; reason: string }

const hints: Readonly<Record<Level, string>> = {
  NORMAL: '제한을 풉니다. 바로 로그인하고 주문할 수 있어요.',
  WARNED: '표시만 남고 쓰는 데는 제한이 없어요.',
  SUSPENDED: '로그인과 모든 기능이 바로 막혀요. 끝나는 시각을 비우면 직접 풀 때까지 이어져요.',
  BANNED: '로그인과 모든 기능이 바로, 계속 막혀요.',
}

/** A field's Seoul time in ISO 8601, as the API expects it; null if the field is empty. */
const untilOf = (text: string | null): string | null => (text ? new Date(`${text}+09:00`).toISOString() : null)

const fieldTime = (at: string | null): string => (at ? seoulTime(at).slice(0, 16).replace(' ', 'T') : '')

/** Sets a member's restriction, its end and its reason. */
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
      hint: hints[level as Level],
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
  first: { level: restriction, until: fieldTime(restrictedUntil) },
  check({ until, reason }: RestrictionDraft) {
    if (until && Date.parse(untilOf(until) ?? '') <= Date.now()) return { path: 'until', message: pastUntil().message }
    return reason === '' ? { path: 'reason', message: restrictionReasonMissing().message } : null
  },
  onGiven: (draft: RestrictionDraft) => onGiven({ ...draft, until: untilOf(draft.until) }),
})

/** Edits staff's memo about a member, which the member never sees. */
export const memoForm = ({ memo }: AdminMemberRow, onGiven: (memo: string) => unknown): FormText => ({
  action: '저장',
  fields: [
    {
      name: 'memo',
      label: '운영 메모',
      kind: 'lines',
      hint: '회원에게는 보이지 않아요.',
      input: { maxLength: 5_000 },
      className: 'min-h-42',
    },
  ],
  first: { memo },
  onGiven: (given: { memo: string }) => onGiven(given.memo.trim()),
})
