import type { EnrolCode, StaffRow } from '#lib/staff/schema.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { ConfirmDialog, type DialogControls } from '../confirm-dialog.tsx'

interface EnrolCodeDialogProps extends DialogControls {
  readonly staff: StaffRow
  /** Null before it is issued. */
  readonly issued: EnrolCode | null
  readonly onIssue: () => void
}

/** The code with which a colleague sets up his authenticator, shown this once. */
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
