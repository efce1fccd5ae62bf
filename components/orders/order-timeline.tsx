import { formatCount } from '#lib/money/points.ts'
import { type OrderStatus, orderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import type { OrderDetail } from '#lib/orders/schema.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { isRemarkEvent } from './is-remark-event.ts'
import { listMoneyLines } from './list-money-lines.ts'
import { OrderDetailsList } from './order-details-list.tsx'

type TimelineEvent = OrderDetail['events'][number]

const actorLabels: Readonly<Record<string, string>> = { member: '회원', staff: '운영자' }

interface OrderTimelineProps {
  readonly detail: OrderDetail | null
  readonly failed: boolean
  readonly retry: () => void
}

/** An order's details, its transitions and remarks, and its payments and refunds with their calculations. */
export function OrderTimeline({ detail, failed, retry }: OrderTimelineProps) {
  if (failed)
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-bad">내역을 불러오지 못했습니다.</p>
        <Button size="s" onClick={retry}>
          다시 불러오기
        </Button>
      </div>
    )
  if (!detail) return <Skeleton className="h-40" />
  return (
    <>
      <OrderDetailsList order={detail} />
      <section className="grid gap-2.5">
        <h3 className="text-s font-semibold text-ink-2">진행 과정</h3>
        <ol className="grid">
          {detail.events.map((event, at) => (
            <EventLine
              key={`${event.at} ${event.from} ${event.to} ${event.remains}`}
              event={event}
              isRemark={isRemarkEvent(event, detail.events[at - 1])}
            />
          ))}
        </ol>
      </section>
      <section className="grid gap-2.5">
        <h3 className="text-s font-semibold text-ink-2">포인트</h3>
        <ol className="grid gap-2">
          {listMoneyLines(detail).map(({ at, title, change, formula, balance }) => (
            <li key={`${at} ${title} ${change}`} className="rounded-field bg-sunken px-3.5 py-2.5 tabular-nums">
              <p className="flex justify-between gap-4 font-semibold">
                <span>{title}</span>
                <span className="whitespace-nowrap">{change}</span>
              </p>
              <p className="text-s text-ink-2">{formula}</p>
              <p className="text-s text-ink-3">
                <Moment at={at} />
                {balance && ` · 잔액 ${balance}`}
              </p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

interface EventLineProps {
  readonly event: TimelineEvent
  readonly isRemark: boolean
}

/** Line of the timeline: a transition, or a remark, which is shown by its text (`reason`). */
function EventLine({ event: { from, to, actor, reason, remains, at }, isRemark }: EventLineProps) {
  const actorLabel = actorLabels[actor]
  return (
    <li className="relative grid gap-0.5 pb-3.5 pl-5 last:pb-0 before:absolute before:top-[7px] before:left-0 before:size-2 before:rounded-full before:bg-ink-off last:before:bg-main not-last:after:absolute not-last:after:top-[19px] not-last:after:bottom-[-3px] not-last:after:left-[3px] not-last:after:w-0.5 not-last:after:bg-line">
      <p className="font-semibold">
        {isRemark ? reason : orderStatusLabels[to as OrderStatus]}
        {to === orderStatus.PARTIAL && !isRemark && (
          <span className="font-normal text-ink-2"> · 남은 수량 {formatCount(remains)}개</span>
        )}
      </p>
      {!isRemark && reason && <p className="text-s text-ink-2">{reason}</p>}
      <p className="text-s text-ink-3">
        <Moment at={at} />
        {actorLabel && from !== null && ` · ${actorLabel}`}
      </p>
    </li>
  )
}
