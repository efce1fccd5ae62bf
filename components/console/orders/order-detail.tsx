import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount } from '#lib/money/points.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { startCountText } from '#lib/orders/rules.ts'
import type { AdminOrderDetail, AdminOrderRow } from '#lib/orders/schema.ts'
import { entryKindLabels } from '#lib/points/labels.ts'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pointText, signedPoints } from '../amounts.ts'
import { DetailPart } from '../detail-part.tsx'
import { MemberLink } from '../member-link.tsx'
import { PageLink } from '../page-link.tsx'
import { OrderLink } from './order-link.tsx'

const sources: Readonly<Record<string, string>> = { WEB: '웹', API: 'API', AUTO: '자동주문' }
const actors: Readonly<Record<string, string>> = { staff: '운영자', member: '회원', worker: '공급사', system: '시스템' }

const statusName = (status: number): string => orderStatusLabels[status as OrderStatus]

function AutoOrderLink({ id }: { readonly id: number }) {
  return (
    <PageLink path="/admin/auto-orders" query={{ q: id }}>
      {id}번
    </PageLink>
  )
}

/** What a row of the list already knows of its order. */
export function OrderFacts({ order }: { readonly order: AdminOrderRow }) {
  const facts: Fact[] = [
    { term: '상태', value: <OrderStatusBadge status={order.status} /> },
    { term: '회원', value: <MemberLink {...order} /> },
    { term: '상품', value: `[${order.serviceId}] ${withoutFlags(order.serviceText, 'mobile')}` },
    { term: '링크', value: <OrderLink order={order} /> },
    { term: '수량', value: formatCount(order.amount) },
    { term: '시작 수량', value: startCountText(order.startCount) || '—' },
    { term: '남은 수량', value: formatCount(order.remains) },
    { term: '금액', value: pointText(order.point) },
    ...(order.refunded > 0 ? [{ term: '환불', value: pointText(order.refunded) }] : []),
    { term: '주문 시각', value: `${seoulTime(order.createdAt)} · ${sources[order.source] ?? order.source}` },
    ...(order.autoOrderId === null ? [] : [{ term: '자동주문', value: <AutoOrderLink id={order.autoOrderId} /> }]),
  ]
  return <Facts facts={facts} align="start" className="text-s tabular-nums [&_dd]:wrap-anywhere" />
}

/** An order's events and money, newest last. `detail` null while on its way. */
export function OrderRecords({
  detail,
  failed,
}: {
  readonly detail: AdminOrderDetail | null
  readonly failed: boolean
}) {
  if (failed) return <p className="text-s text-bad">진행 기록을 불러오지 못했습니다.</p>
  if (!detail) return <Skeleton className="h-32" />
  return (
    <>
      <DetailPart title="진행 기록">
        <ol className="grid gap-2.5">
          {detail.events.map((event) => (
            <Event key={`${event.at} ${event.from} ${event.to} ${event.remains}`} event={event} />
          ))}
        </ol>
      </DetailPart>
      {/* A run of a repeating order moved none: it was paid for with all of them. */}
      {detail.entries.length > 0 && (
        <DetailPart title="포인트 내역">
          <ol className="grid gap-1.5">
            {detail.entries.map((entry) => (
              <li
                key={`${entry.createdAt} ${entry.kind} ${entry.balanceAfter}`}
                className="flex gap-3 text-s tabular-nums"
              >
                <span className="font-semibold">{entryKindLabels[entry.kind] ?? entry.kind}</span>
                <time className="text-ink-3">{seoulTime(entry.createdAt).slice(5)}</time>
                <b className="ml-auto font-semibold">{signedPoints(entry.delta)}</b>
              </li>
            ))}
          </ol>
        </DetailPart>
      )}
    </>
  )
}

function Event({ event }: { readonly event: AdminOrderDetail['events'][number] }) {
  const who = event.staffId ?? actors[event.actor] ?? event.actor
  return (
    <li className="grid gap-0.5 text-s tabular-nums">
      <span className="flex gap-3">
        <b className="font-semibold">
          {event.from !== null && `${statusName(event.from)} → `}
          {statusName(event.to)}
        </b>
        <span className="ml-auto text-ink-3">남은 수량 {formatCount(event.remains)}</span>
      </span>
      <span className="text-ink-3">
        {who} · <time>{seoulTime(event.at)}</time>
      </span>
      {event.reason && <span className="text-ink-2">{event.reason}</span>}
    </li>
  )
}
