import { reasonMissing } from '#lib/charges/errors.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { pointText } from '../amounts.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { chargeTitle } from './charge-text.ts'
import type { Verdict } from './use-settle-charge.ts'

interface AskProps {
  readonly verb: 'reject' | 'reverse'
  readonly charge: AdminChargeRow
  readonly busy: boolean
  readonly onSettle: (verdict: Verdict) => void
  readonly onClose: () => void
}

const asks = {
  reject: {
    title: '충전 거절',
    action: '거절',
    text: (charge: AdminChargeRow) => `${chargeTitle(charge)} 요청을 거절합니다. 사유는 처리 기록에 남습니다.`,
  },
  reverse: {
    title: '승인 취소',
    action: '승인 취소',
    text: ({ memberId, point }: AdminChargeRow) =>
      `${memberId} 회원의 잔액에서 ${pointText(point)}를 거둡니다. 현금으로 환불한 금액은 빼고, 잔액이 모자라면 나머지는 미수금이 되어 다음에 들어오는 포인트에서 먼저 빠집니다.`,
  },
} as const

/** Asks why a charge is refused, or taken back. */
export function AskReason({ verb, charge, busy, onSettle, onClose }: AskProps) {
  const { title, action, text } = asks[verb]
  return (
    <ReasonDialog
      title={title}
      text={text(charge)}
      action={action}
      missing={reasonMissing().message}
      busy={busy}
      onGiven={(reason) => onSettle({ verb, reason })}
      onClose={onClose}
    />
  )
}
