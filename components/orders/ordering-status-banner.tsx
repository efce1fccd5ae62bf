import { Clock } from '../ui/clock.tsx'

/**
 * Line that says whether the shop accepts orders, with a clock that starts at `now` (milliseconds;
 * docs/product.md#order-screen).
 */
export function OrderingStatusBanner({
  isOrderingPaused,
  now,
}: {
  readonly isOrderingPaused: boolean
  readonly now: number
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 text-s text-ink-2">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${isOrderingPaused ? 'bg-warn' : 'bg-good'}`} />
      <p className="max-w-[calc(100%-18px)]">
        {isOrderingPaused ? '서비스 점검 중이라 지금은 주문할 수 없어요' : '모든 서비스가 정상 운영 중이에요'}
      </p>
      <Clock now={now} className="ml-auto tabular-nums text-ink-3" />
    </div>
  )
}
