'use client'

import { useState } from 'react'
import { chargeMessages } from '#lib/charges/labels.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { wasCreditedAfterWithdrawal } from './charge-end.ts'

interface WithdrawButtonProps {
  /** Id of the charge. */
  readonly id: number
  /** Called when the charge was withdrawn, or has already ended in another way, for example by a credit. */
  onEnded(isCredited: boolean): void
}

/** Button that withdraws a pending charge. A dialog first warns members who have already transferred the money. */
export function WithdrawChargeButton({ id, onEnded }: WithdrawButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { busy, call } = useCall()
  const withdraw = async () => {
    const answer = await call('POST', `/service/point/${id}/withdraw`)
    if (!answer) return
    setIsAsking(false)
    toast(answer.ok ? '충전 신청을 취소했어요.' : answer.message || chargeMessages.failed, {
      tone: answer.ok ? 'good' : 'bad',
    })
    const isCredited = await wasCreditedAfterWithdrawal(id, answer)
    if (isCredited) toast(chargeMessages.credited, { tone: 'good' })
    if (isCredited !== null) onEnded(isCredited)
  }
  return (
    <>
      <Button tone="soft" full onClick={() => setIsAsking(true)}>
        신청 취소
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="충전 신청을 취소할까요?"
        footer={
          <>
            <Button onClick={() => setIsAsking(false)}>그대로 두기</Button>
            <Button tone="bad" busy={busy} onClick={withdraw}>
              신청 취소하기
            </Button>
          </>
        }
      >
        <p className="text-ink-2">이미 입금하셨다면 취소하지 말고 잠시 기다려 주세요.</p>
      </Dialog>
    </>
  )
}
