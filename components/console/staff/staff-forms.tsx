'use client'

import { useState } from 'react'
import { firstIssue } from '#lib/core/form-errors.ts'
import { roleLabels } from '#lib/members/labels.ts'
import { lowerCaseLoginId } from '#lib/members/rules.ts'
import { roleGrantRules } from '#lib/staff/errors.ts'
import { rolePermissionTexts } from '#lib/staff/labels.ts'
import type { EnrolCode, StaffRow } from '#lib/staff/schema.ts'
import { ConfirmDialog, type DialogControls } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { FieldDeclaration } from '../editable-list/draft.ts'
import type { FormDialogDeclaration } from '../form-prompt.tsx'

type Role = StaffRow['role']
type RoleChoice = { readonly memberId: string; readonly role: Role }

const newStaffRoles: readonly Role[] = ['SUPPORT', 'MANAGER', 'OWNER']

const memberField: FieldDeclaration = {
  name: 'memberId',
  label: '회원 아이디',
  kind: 'line',
  input: { autoCapitalize: 'none', spellCheck: false },
}

const roleOption = (value: Role) => ({ value, label: value === 'MEMBER' ? '운영자에서 제외' : roleLabels[value] })

/** The form that sets the role of a staff member or, if `staff` is null, gives a member a role of staff. */
export function roleForm(staff: StaffRow | null, onGiven: (choice: RoleChoice) => unknown): FormDialogDeclaration {
  const choiceOf = ({ memberId, role }: RoleChoice) => ({
    memberId: staff?.memberId ?? lowerCaseLoginId(memberId),
    role,
  })
  return {
    title: staff ? `${staff.memberId} 권한 변경` : '운영자 추가',
    action: staff ? '변경' : '추가',
    focus: 'input:not([type=radio]), input:checked',
    fields: ({ role }) => [
      ...(staff ? [] : [memberField]),
      {
        name: 'role',
        label: '권한',
        kind: 'chips',
        hint: rolePermissionTexts[role as Role],
        options: (staff ? [...newStaffRoles, 'MEMBER' as const] : newStaffRoles).map(roleOption),
      },
    ],
    initialValues: { role: staff?.role ?? 'SUPPORT' },
    note: () => <p className="text-s text-ink-3">권한이 바뀌면 모든 기기에서 로그아웃돼요.</p>,
    check: (choice: RoleChoice) => firstIssue(roleGrantRules(choiceOf(choice).memberId)),
    onGiven: (choice: RoleChoice) => onGiven(choiceOf(choice)),
  }
}

interface EnrolCodeDialogProps extends DialogControls {
  readonly staff: StaffRow
  /** Issues a code; resolves to null if that failed. */
  readonly issue: () => Promise<EnrolCode | null>
}

/** Dialog that issues the code with which a staff member sets up an authenticator app. The code is shown only once. */
export function EnrolCodeDialog({ staff, issue, ...controls }: EnrolCodeDialogProps) {
  const [enrolCode, setEnrolCode] = useState<EnrolCode | null>(null)
  const text = enrolCode
    ? `${staff.memberId} 운영자에게 직접 전해 주세요. 지금만 볼 수 있고, ${seoulTime(enrolCode.expiresAt)}까지 한 번 쓸 수 있어요.`
    : `${staff.memberId} 운영자가 인증 앱을 처음 설정할 때 입력하는 코드예요. 비밀번호만 아는 사람이 대신 설정하지 못하게 해요. 먼저 발급한 코드는 쓸 수 없게 돼요.`
  return (
    <ConfirmDialog
      {...controls}
      title="등록 코드 발급"
      text={text}
      action={enrolCode ? undefined : '발급'}
      tone="main"
      onConfirm={async () => setEnrolCode(await issue())}
    >
      {enrolCode && (
        <div className="flex items-center gap-2 rounded-field bg-sunken py-2 pr-2 pl-3.5">
          <code className="flex-1 font-mono text-l font-semibold tracking-widest">{enrolCode.code}</code>
          <CopyButton text={enrolCode.code} label="등록 코드 복사" iconOnly />
        </div>
      )}
    </ConfirmDialog>
  )
}
