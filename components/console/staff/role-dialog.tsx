'use client'

import { useState } from 'react'
import { firstBroken } from '#lib/core/form-errors.ts'
import { roleLabels } from '#lib/members/labels.ts'
import { foldLoginId } from '#lib/members/rules.ts'
import { grantRules } from '#lib/staff/errors.ts'
import { roleDuties } from '#lib/staff/labels.ts'
import type { StaffRow } from '#lib/staff/schema.ts'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import type { DialogControls } from '../confirm-dialog.tsx'
import { FormDialog } from '../reason-dialog.tsx'

type Role = StaffRow['role']

export interface RoleChoice {
  readonly memberId: string
  readonly role: Role
}

interface RoleDialogProps extends DialogControls {
  /** Whose role it is; null asks for a login id. */
  readonly staff: StaffRow | null
  readonly onGiven: (choice: RoleChoice) => void
}

const newcomer: readonly Role[] = ['SUPPORT', 'MANAGER', 'OWNER']

/** A role for one of the staff, or for a member who becomes one. */
export function RoleDialog({ staff, onGiven, ...controls }: RoleDialogProps) {
  const [role, setRole] = useState<Role>(staff?.role ?? 'SUPPORT')
  const form = useForm(async (data) => {
    const memberId = staff?.memberId ?? foldLoginId(textOf(data, 'memberId').trim())
    const broken = firstBroken(grantRules(memberId))
    if (broken) return broken
    onGiven({ memberId, role })
    return null
  })
  return (
    <FormDialog
      {...controls}
      form={form}
      title={staff ? `${staff.memberId} 권한 변경` : '운영자 추가'}
      action={staff ? '변경' : '추가'}
      focus="input:not([type=radio]), input:checked"
    >
      {!staff && (
        <TextField
          label="회원 아이디"
          name="memberId"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={form.errorOf('memberId')}
        />
      )}
      <ChoiceGroup legend="권한" hint={roleDuties[role]}>
        {(staff ? [...newcomer, 'MEMBER' as const] : newcomer).map((each) => (
          <ChoiceChip
            key={each}
            name="role"
            label={each === 'MEMBER' ? '운영자에서 제외' : roleLabels[each]}
            checked={role === each}
            onChange={() => setRole(each)}
          />
        ))}
      </ChoiceGroup>
      <p className="text-s text-ink-3">권한이 바뀌면 모든 기기에서 로그아웃됩니다.</p>
    </FormDialog>
  )
}
