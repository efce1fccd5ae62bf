import { formatSeoulMoment } from '#lib/core/seoul-moment.ts'
import { formatWon, type Points } from '#lib/money/points.ts'
import { Notice } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

interface DebtNoticeProps {
  /** Points that the member owes, more than 0. */
  readonly debt: Points
  /**
   * Time at which the member's auto orders are cancelled unless he pays; null if he hasn't been notified of the debt
   * yet. A time in the past isn't shown.
   */
  readonly until: Date | null
  readonly now: Date
}

/** Explains why no runs are made while the member owes points, and until when and how he can settle the debt. */
export function DebtNotice({ debt, until, now }: DebtNoticeProps) {
  return (
    <Notice tone="warn" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <b className="font-semibold">정산할 금액 {formatWon(debt)}이 남아 있어 자동주문을 멈췄어요.</b>
        <span className="text-s text-ink-2">
          포인트를 충전하면 먼저 정산하고 이어서 진행해요.
          {until &&
            until > now &&
            ` ${formatSeoulMoment(until, now)}까지 정산하지 않으면 자동주문을 취소하고 남은 회차의 포인트로 정산해요.`}
        </span>
      </div>
      <ButtonLink href="/point" size="s">
        포인트 충전하기
      </ButtonLink>
    </Notice>
  )
}
