'use client'

import { useState } from 'react'
import { pastUntil, restrictionReasonMissing } from '#lib/members/errors.ts'
import { restrictionLabels } from '#lib/members/labels.ts'
import { type AdminMemberRow, restrictionLevels } from '#lib/members/schema.ts'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { textOf, useForm } from '../../ui/use-form.ts'
import type { DialogControls } from '../confirm-dialog.tsx'
import { FormDialog } from '../reason-dialog.tsx'

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

/** A field's Seoul time as the wire has it; null where none is given. */
const untilOf = (text: string): string | null => (text === '' ? null : new Date(`${text}+09:00`).toISOString())

const fieldTime = (at: string | null): string => (at ? seoulTime(at).slice(0, 16).replace(' ', 'T') : '')

/** Sets how far a member may go, until when, and why. */
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
      // Where the choice stands, not on its first: the arrow keys go on from there.
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
