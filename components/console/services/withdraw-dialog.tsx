import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import type { ServiceDetail } from '#lib/providers/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface WithdrawDialogProps {
  readonly service: AdminServiceRow
  readonly detail: ServiceDetail | null
  readonly busy: boolean
  readonly onWithdraw: () => void
  readonly onClose: () => void
}

/** What taking a service off the shelf means for what runs, said before it is done. */
export function WithdrawDialog({ service, detail, busy, onWithdraw, onClose }: WithdrawDialogProps) {
  const { runningOrders = 0, activeAutoOrders = 0 } = detail ?? {}
  return (
    <Dialog
      open
      onClose={onClose}
      title="판매 종료"
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button tone="bad" busy={busy} onClick={onWithdraw}>
            판매 종료
          </Button>
        </>
      }
    >
      <p className="font-semibold">{service.text}</p>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>상점과 API에서 바로 사라지고 새 주문을 받지 않아요.</li>
        <li>진행 중인 주문 {formatCount(runningOrders)}건은 그대로 끝까지 처리돼요.</li>
        <li>자동주문 {formatCount(activeAutoOrders)}건은 멈춰요. 72시간 안에 되돌리지 않으면 남은 회차가 환불돼요.</li>
        <li>주문내역에는 계속 보이고, 언제든 되돌릴 수 있어요.</li>
      </ul>
    </Dialog>
  )
}
