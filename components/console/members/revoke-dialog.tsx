import type { AdminMemberRow } from '#lib/members/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface RevokeDialogProps {
  readonly member: AdminMemberRow
  readonly busy: boolean
  readonly onGiven: () => void
  readonly onClose: () => void
}

/** Takes a member's api-key away, once its reader knows what stops. */
export function RevokeDialog({ member, busy, onGiven, onClose }: RevokeDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="API 키 해지"
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button tone="bad" busy={busy} onClick={onGiven}>
            키 해지
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {member.memberId} 회원의 API 키가 바로 막힙니다. 이 키를 쓰는 프로그램은 주문할 수 없고, 회원은 계정설정에서 새
        키를 받을 수 있습니다.
      </p>
    </Dialog>
  )
}
