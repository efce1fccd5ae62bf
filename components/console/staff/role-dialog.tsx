'use client'

import { useState } from 'react'
import { firstBroken } from '#lib/core/form-errors.ts'
import { roleLabels } from '#lib/members/labels.ts'
import { foldLoginId } from '#lib/members/rules.ts'
import { grantRules } from '#lib/staff/errors.ts'
import { roleDuties } from '#lib/staff/labels.ts'
import type { StaffRow } from '#lib/staff/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'

type Role = StaffRow['role']

export interface RoleChoice {
  readonly memberId: string
  readonly role: Role
}

interface RoleDialogProps {
  /** Whose role it is; null asks for a login id. */
  readonly staff: StaffRow | null
  readonly busy: boolean
  readonly onGiven: (wish: RoleChoice) => void
  readonly onClose: () => void
}

const newcomer: readonly Role[] = ['SUPPORT', 'MANAGER', 'OWNER']

/** A role for one of the staff, or for a member who becomes one. */
export function RoleDialog({ staff, busy, onGiven, onClose }: RoleDialogProps) {
  const [role, setRole] = useState<Role>(staff?.role ?? 'SUPPORT')
  const { errorOf, formProps } = useForm(async (data) => {
    const memberId = staff?.memberId ?? foldLoginId(textOf(data, 'memberId').trim())
    const broken = firstBroken(grantRules(memberId))
    if (broken) return broken
    onGiven({ memberId, role })
    return null
  })
  return (
    <Dialog open onClose={onClose} title={staff ? `${staff.memberId} 권한 변경` : '운영자 추가'}>
      <form {...formProps} className="grid gap-4">
        {!staff && (
          <TextField
            label="회원 아이디"
            name="memberId"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf('memberId')}
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
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>닫기</Button>
          <Button type="submit" tone="main" busy={busy}>
            {staff ? '변경' : '추가'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
