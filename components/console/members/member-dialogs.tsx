'use client'

import { useId, useState } from 'react'
import { pastUntil, restrictionReasonMissing } from '#lib/members/errors.ts'
import { restrictionLabels } from '#lib/members/labels.ts'
import { type AdminMemberRow, restrictionLevels } from '#lib/members/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import type { DialogControls } from '../../ui/confirm-dialog.tsx'
import { controlBase, Field, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { textOf, useForm } from '../../ui/use-form.ts'
import { exact, pointText } from '../format.ts'
import { type AdjustmentDraft, type Ground, planOf, planText } from './adjustment-plan.ts'

interface PointsDialogProps extends DialogControls {
  readonly member: AdminMemberRow
  /** ADJUSTMENT_LIMIT, in whole points. */
  readonly limit: number
  readonly isOwner: boolean
  readonly onGiven: (adjustment: { delta: number; reason: string }) => void
}

const directions = [
  ['give', '지급'],
  ['take', '회수'],
] as const

/** Gives or takes points, and shows the resulting balance beforehand. */
export function PointsDialog({ member, limit, isOwner, onGiven, ...controls }: PointsDialogProps) {
  const [draft, setDraft] = useState<AdjustmentDraft>({ direction: 'give', amount: '', reason: '' })
  const ground: Ground = { balance: exact(member.point), limit: exact(limit), isOwner }
  const form = useForm(async () => {
    const plan = planOf(draft, ground, { final: true })
    if (!plan.ok) return plan
    onGiven({ delta: plan.delta, reason: draft.reason.trim() })
    return null
  })
  const text = planText(planOf(draft, ground, { final: false }))
  const write = (change: Partial<AdjustmentDraft>) => setDraft((before) => ({ ...before, ...change }))
  return (
    <FormDialog {...controls} form={form} title="포인트 조정" action="조정하기">
      <p className="text-ink-2">
        {member.memberId} 회원 · 잔액 {pointText(member.point)}
      </p>
      <ChoiceGroup legend="방향">
        {directions.map(([direction, label]) => (
          <ChoiceChip
            key={direction}
            name="direction"
            label={label}
            checked={draft.direction === direction}
            onChange={() => {
              form.showIssue(null)
              write({ direction })
            }}
          />
        ))}
      </ChoiceGroup>
      <TextField
        label="포인트"
        name="amount"
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        value={draft.amount}
        onChange={(event) => write({ amount: event.target.value })}
        error={form.errorOf('amount')}
        className="text-right font-semibold tabular-nums"
      />
      <TextField
        label="사유"
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
        value={draft.reason}
        onChange={(event) => write({ reason: event.target.value })}
        error={form.errorOf('reason')}
        hint="포인트 내역과 감사 기록에 남아요."
      />
      {text && (
        <Notice tone="main" className="text-s font-semibold">
          {text}
        </Notice>
      )}
    </FormDialog>
  )
}

export type Restricting = { level: AdminMemberRow['restriction']; until: string | null; reason: string }

interface RestrictionDialogProps extends DialogControls {
  readonly member: AdminMemberRow
  readonly onGiven: (restriction: Restricting) => void
}

const hints: Readonly<Record<AdminMemberRow['restriction'], string>> = {
  NORMAL: '제한을 풉니다. 바로 로그인하고 주문할 수 있어요.',
  WARNED: '표시만 남고 쓰는 데는 제한이 없어요.',
  SUSPENDED: '로그인과 모든 기능이 바로 막혀요. 끝나는 시각을 비우면 직접 풀 때까지 이어져요.',
  BANNED: '로그인과 모든 기능이 바로, 계속 막혀요.',
}

/** A field's Seoul time in ISO 8601, as the API expects it; null if the field is empty. */
const untilOf = (text: string): string | null => (text === '' ? null : new Date(`${text}+09:00`).toISOString())

const fieldTime = (at: string | null): string => (at ? seoulTime(at).slice(0, 16).replace(' ', 'T') : '')

/** Sets a member's restriction, its end and its reason. */
export function RestrictionDialog({ member, onGiven, ...controls }: RestrictionDialogProps) {
  const [level, setLevel] = useState(member.restriction)
  const form = useForm(async (data) => {
    const until = level === 'SUSPENDED' ? untilOf(textOf(data, 'until')) : null
    const reason = textOf(data, 'reason').trim()
    if (until && Date.parse(until) <= Date.now()) return { path: 'until', message: pastUntil().message }
    if (reason === '') return { path: 'reason', message: restrictionReasonMissing().message }
    onGiven({ level, until, reason })
    return null
  })
  return (
    <FormDialog
      {...controls}
      form={form}
      title="이용 제한"
      action="저장"
      tone={level === 'NORMAL' ? 'main' : 'bad'}
      // Focuses the selected option instead of the first one, because the arrow keys move on from the focused one.
      focus="input:checked"
    >
      <p className="text-ink-2">{member.memberId} 회원</p>
      <ChoiceGroup legend="단계" hint={hints[level]}>
        {restrictionLevels.map((each) => (
          <ChoiceChip
            key={each}
            name="level"
            label={restrictionLabels[each]}
            checked={level === each}
            onChange={() => setLevel(each)}
          />
        ))}
      </ChoiceGroup>
      {level === 'SUSPENDED' && (
        <TextField
          label="끝나는 시각"
          name="until"
          type="datetime-local"
          defaultValue={fieldTime(member.restrictedUntil)}
          error={form.errorOf('until')}
        />
      )}
      <TextField
        label="사유"
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
        error={form.errorOf('reason')}
        hint="감사 기록에 남아요."
      />
    </FormDialog>
  )
}

interface MemoDialogProps extends DialogControls {
  readonly member: AdminMemberRow
  readonly onGiven: (memo: string) => void
}

/** Edits staff's memo about a member, which the member never sees. */
export function MemoDialog({ member, onGiven, ...controls }: MemoDialogProps) {
  const id = useId()
  const form = useForm(async (data) => {
    onGiven(textOf(data, 'memo').trim())
    return null
  })
  return (
    <FormDialog {...controls} form={form} title="메모" action="저장">
      <Field id={id} label="운영 메모" hint="회원에게는 보이지 않아요.">
        <textarea
          id={id}
          name="memo"
          rows={6}
          maxLength={5_000}
          defaultValue={member.memo}
          className={`${controlBase} w-full bg-sunken px-3.5 py-3`}
        />
      </Field>
    </FormDialog>
  )
}
