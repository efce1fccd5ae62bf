'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { formatCount, formatWon, pointsFromNumber } from '#lib/money/points.ts'
import { autoOrderMessages } from '#lib/orders/auto/labels.ts'
import { refundOfRunsLeft } from '#lib/orders/auto/rules.ts'
import type { AutoOrderRow } from '#lib/orders/auto/schema.ts'
import { unknownOutcomeTexts } from '#lib/orders/unknown-outcome-texts.ts'
import { isOutcomeUnknown } from '../chrome/attempt.ts'
import { useCall } from '../chrome/use-call.ts'
import { Facts } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast-store.ts'

type CancelableAutoOrder = Pick<AutoOrderRow, 'id' | 'point' | 'runs' | 'completed'>

/** Button that cancels an auto order. A dialog first shows the refund for the runs not made yet. */
export function CancelAutoOrderButton({ order }: { readonly order: CancelableAutoOrder }) {
  const [isAsking, setIsAsking] = useState(false)
  const { busy, cancel } = useCancelAutoOrder(order.id, () => setIsAsking(false))
  return (
    // Resets the table cell's alignment for the dialog's text.
    <div className="text-left whitespace-normal">
      <Button tone="soft" size="s" aria-label={`자동주문 ${order.id}번 취소`} onClick={() => setIsAsking(true)}>
        취소
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="자동주문을 취소할까요?"
        footer={
          <>
            <Button onClick={() => setIsAsking(false)}>그대로 두기</Button>
            <Button tone="bad" busy={busy} onClick={cancel}>
              자동주문 취소하기
            </Button>
          </>
        }
      >
        <CancelRefundPreview {...order} />
      </Dialog>
    </div>
  )
}

function CancelRefundPreview({ id, point, runs, completed }: CancelableAutoOrder) {
  const refund = refundOfRunsLeft({ price: pointsFromNumber(point) ?? 0n, runs, completed })
  return (
    <>
      <Facts
        facts={[
          { term: '주문번호', value: id },
          { term: '남은 회차', value: `${formatCount(runs)}회 중 ${formatCount(runs - completed)}회` },
          { term: '돌려받는 금액', value: formatWon(refund) },
        ]}
      />
      <p className="text-ink-2">이미 접수된 회차의 주문은 그대로 진행되고, 주문내역에서 볼 수 있어요.</p>
    </>
  )
}

function useCancelAutoOrder(id: number, onAnswered: () => void) {
  const router = useRouter()
  const { busy, call } = useCall()
  const cancel = async () => {
    const answer = await call('POST', `/service/auto-order/${id}/cancel`)
    if (!answer) return
    onAnswered()
    const isUnknown = isOutcomeUnknown(answer.status)
    const failed = isUnknown ? unknownOutcomeTexts.cancellation : answer.message || autoOrderMessages.cancelFailed
    const text = answer.ok ? autoOrderMessages.canceled : failed
    toast(text, { tone: answer.ok ? 'good' : 'bad' })
    // A 409 means that the auto order has already ended in another way, and a lost response may mean that it is
    // cancelled: list and balance must be reloaded too.
    if (answer.ok || answer.status === 409 || isUnknown) router.refresh()
  }
  return { busy, cancel }
}
