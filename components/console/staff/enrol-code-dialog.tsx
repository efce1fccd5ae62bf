import type { EnrolCode, StaffRow } from '#lib/staff/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'

interface EnrolCodeDialogProps {
  readonly staff: StaffRow
  /** Null before it is issued. */
  readonly issued: EnrolCode | null
  readonly busy: boolean
  readonly onIssue: () => void
  readonly onClose: () => void
}

/** The code with which a colleague sets up his authenticator, shown this once. */
export function EnrolCodeDialog({ staff, issued, busy, onIssue, onClose }: EnrolCodeDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="등록 코드 발급"
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          {!issued && (
            <Button tone="main" busy={busy} onClick={onIssue}>
              발급
            </Button>
          )}
        </>
      }
    >
      {issued ? (
        <div className="grid gap-3">
          <p className="text-ink-2">
            {staff.memberId} 운영자에게 직접 전해 주세요. 지금만 볼 수 있고, {seoulTime(issued.expiresAt)}까지 한 번 쓸
            수 있어요.
          </p>
          <div className="flex items-center gap-2 rounded-field bg-sunken py-2 pr-2 pl-3.5">
            <code className="flex-1 font-mono text-l font-semibold tracking-widest">{issued.code}</code>
            <CopyButton text={issued.code} label="등록 코드 복사" iconOnly />
          </div>
        </div>
      ) : (
        <p className="text-ink-2">
          {staff.memberId} 운영자가 인증 앱을 처음 설정할 때 입력하는 코드예요. 비밀번호만 아는 사람이 대신 설정하지
          못하게 해요. 먼저 발급한 코드는 쓸 수 없게 돼요.
        </p>
      )}
    </Dialog>
  )
}
