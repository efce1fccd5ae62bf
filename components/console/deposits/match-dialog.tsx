import { useEffect, useRef } from 'react'
import type { DepositCharge, DepositRow } from '#lib/deposits/schema.ts'
import { Facts } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { pointText } from '../amounts.ts'
import { depositTitle, wasCredited } from './deposit-text.ts'

interface MatchDialogProps {
  readonly deposit: DepositRow
  readonly charges: readonly DepositCharge[]
  readonly busy: boolean
  readonly onMatch: () => void
  readonly onClose: () => void
}

/** Who gets the money is a judgement: it is read once more before it counts. */
export function MatchDialog({ deposit, charges, busy, onMatch, onClose }: MatchDialogProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const joins = charges.every(wasCredited)
  return (
    <Dialog
      open
      onClose={onClose}
      title={charges.length > 1 ? '입금 나누기' : '입금 맞추기'}
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button ref={button} tone="main" busy={busy} onClick={onMatch}>
            {joins ? '충전에 잇기' : '충전하기'}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {depositTitle(deposit)} 입금
        {joins ? '을 먼저 승인한 충전에 잇습니다. 포인트는 움직이지 않습니다.' : '으로 아래 회원에게 바로 충전합니다.'}
      </p>
      <Facts
        facts={charges.map((charge) => ({
          term: `${charge.memberId} · ${charge.name} (${charge.id})`,
          value: joins ? '0P' : `+${pointText(charge.point)}`,
        }))}
      />
    </Dialog>
  )
}
