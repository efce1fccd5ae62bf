import type { AdminRefundRow } from '#lib/charges/schema.ts'
import { Facts } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { wonText } from '../amounts.ts'

interface PayDialogProps {
  readonly refund: AdminRefundRow
  readonly busy: boolean
  readonly onPay: () => void
  readonly onClose: () => void
}

/** The points go first: money sent before could no longer be taken out of a balance that was spent meanwhile. */
export function PayDialog({ refund, busy, onPay, onClose }: PayDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="환불 지급"
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button tone="main" busy={busy} onClick={onPay}>
            차감하고 지급 완료
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {refund.memberId} 회원의 잔액에서 {wonText(refund.point)}이 바로 차감됩니다. 차감된 것을 확인한 뒤 송금해
        주세요.
      </p>
      <Facts
        facts={[
          { term: '보낼 금액', value: wonText(refund.point) },
          { term: '받을 계좌', value: `${refund.bank} ${refund.account}` },
          { term: '예금주', value: refund.name },
        ]}
      />
    </Dialog>
  )
}
