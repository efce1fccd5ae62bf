'use client'

import { useState } from 'react'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { exact, pointText } from '../amounts.ts'
import type { DialogControls } from '../confirm-dialog.tsx'
import { FormDialog } from '../reason-dialog.tsx'
import { type AdjustmentDraft, type Ground, planOf, planText } from './adjustment-plan.ts'

interface PointsDialogProps extends DialogControls {
  readonly member: AdminMemberRow
  /** Whole points. */
  readonly limit: number
  readonly isOwner: boolean
  readonly onGiven: (adjustment: { delta: number; reason: string }) => void
}

const directions = [
  ['give', '지급'],
  ['take', '회수'],
] as const

/** Gives or takes points, having shown what is there afterwards. */
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
