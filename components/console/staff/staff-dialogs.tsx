'use client'

import { useState } from 'react'
import { firstBroken } from '#lib/core/form-errors.ts'
import { roleLabels } from '#lib/members/labels.ts'
import { foldLoginId } from '#lib/members/rules.ts'
import { grantRules } from '#lib/staff/errors.ts'
import { roleDuties } from '#lib/staff/labels.ts'
import type { EnrolCode, StaffRow } from '#lib/staff/schema.ts'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { ConfirmDialog, type DialogControls } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { textOf, useForm } from '../../ui/use-form.ts'

type Role = StaffRow['role']

export interface RoleChoice {
  readonly memberId: string
  readonly role: Role
}

interface RoleDialogProps extends DialogControls {
  /** The staff member whose role is set; null asks for a member's login id. */
  readonly staff: StaffRow | null
  readonly onGiven: (choice: RoleChoice) => void
}

const newcomer: readonly Role[] = ['SUPPORT', 'MANAGER', 'OWNER']

/** Sets the role of a staff member, or makes a member staff. */
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

interface EnrolCodeDialogProps extends DialogControls {
  readonly staff: StaffRow
  /** Null until a code is issued. */
  readonly issued: EnrolCode | null
  readonly onIssue: () => void
}

/** Issues the code with which a colleague sets up his authenticator; the code is shown only once. */
export function EnrolCodeDialog({ staff, issued, onIssue, ...controls }: EnrolCodeDialogProps) {
  const text = issued
    ? `${staff.memberId} 운영자에게 직접 전해 주세요. 지금만 볼 수 있고, ${seoulTime(issued.expiresAt)}까지 한 번 쓸 수 있어요.`
    : `${staff.memberId} 운영자가 인증 앱을 처음 설정할 때 입력하는 코드예요. 비밀번호만 아는 사람이 대신 설정하지 못하게 해요. 먼저 발급한 코드는 쓸 수 없게 돼요.`
  return (
    <ConfirmDialog
      {...controls}
      title="등록 코드 발급"
      text={text}
      action={issued ? undefined : '발급'}
      tone="main"
      onConfirm={onIssue}
    >
      {issued && (
        <div className="flex items-center gap-2 rounded-field bg-sunken py-2 pr-2 pl-3.5">
          <code className="flex-1 font-mono text-l font-semibold tracking-widest">{issued.code}</code>
          <CopyButton text={issued.code} label="등록 코드 복사" iconOnly />
        </div>
      )}
    </ConfirmDialog>
  )
}
