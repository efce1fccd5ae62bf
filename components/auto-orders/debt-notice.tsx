import { formatWon, type Points } from '#lib/money/points.ts'
import { Notice } from '../ui/badge.tsx'

/** Says why no runs are made while the member owes points, and how to go on. `debt` is what he owes, more than 0. */
export function DebtNotice({ debt }: { readonly debt: Points }) {
  return (
    <Notice tone="warn">
      정산할 금액 {formatWon(debt)}이 남아 있어 자동주문을 멈췄어요. 포인트를 충전하면 먼저 정산하고 이어서 진행해요.
    </Notice>
  )
}
