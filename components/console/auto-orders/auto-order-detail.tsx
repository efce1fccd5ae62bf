import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount } from '#lib/money/points.ts'
import { autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { canCancel } from '#lib/orders/auto/rules.ts'
import type { AdminAutoOrderDetail, AdminAutoOrderRow } from '#lib/orders/auto/schema.ts'
import { entryKindLabels } from '#lib/points/labels.ts'
import { AutoOrderStatusBadge } from '../../auto-orders/auto-order-status.tsx'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pointText, signedPoints } from '../amounts.ts'
import { DetailPart } from '../detail-part.tsx'
import { MemberLink } from '../member-link.tsx'
import { OrderLink } from '../orders/order-link.tsx'
import { PageLink } from '../page-link.tsx'

/** What is held so long is cancelled (docs/contract.md#auto-orders). In hours. */
const MOST_HELD = 72

const heldUntil = (heldAt: string): string => seoulTime(Date.parse(heldAt) + MOST_HELD * 3_600_000)

/** What a row of the list already knows of its repeating order. */
export function AutoOrderFacts({ order }: { readonly order: AdminAutoOrderRow }) {
  const { heldAt, nextRunAt, refunded } = order
  const facts: Fact[] = [
    { term: '상태', value: <AutoOrderStatusBadge {...order} /> },
    { term: '회원', value: <MemberLink {...order} /> },
    { term: '상품', value: `[${order.serviceId}] ${withoutFlags(order.serviceText, 'mobile')}` },
    { term: '링크', value: <OrderLink order={order} /> },
    { term: '회당 수량', value: formatCount(order.amount) },
    { term: '회차', value: `${formatCount(order.runs)}회 중 ${formatCount(order.completed)}회` },
    { term: '간격', value: `${formatCount(order.interval)}분` },
    ...(nextRunAt && !heldAt ? [{ term: '다음 회차', value: seoulTime(nextRunAt) }] : []),
    { term: '금액', value: pointText(order.point) },
    ...(refunded > 0 ? [{ term: '환불', value: pointText(refunded) }] : []),
    { term: '시작', value: seoulTime(order.createdAt) },
  ]
  return (
    <>
      {heldAt && order.status === autoOrderStatus.ACTIVE && canCancel(order) && (
        <Notice tone="warn" className="text-s font-semibold">
          상품을 주문할 수 없어 {seoulTime(heldAt)}부터 멈춰 있어요. {heldUntil(heldAt)}까지 다시 열리지 않으면 취소되고
          남은 회차가 환불돼요.
        </Notice>
      )}
      <Facts facts={facts} align="start" className="text-s tabular-nums [&_dd]:wrap-anywhere" />
    </>
  )
}

interface RecordsProps {
  /** Null while on its way. */
  readonly detail: AdminAutoOrderDetail | null
  readonly failed: boolean
}

/** Its runs, each an order of its own, and its money. */
export function AutoOrderRecords({ detail, failed }: RecordsProps) {
  if (failed) return <p className="text-s text-bad">회차 기록을 불러오지 못했습니다.</p>
  if (!detail) return <Skeleton className="h-32" />
  return (
    <>
      <DetailPart title="회차">
        <ol className="grid gap-2.5">
          {detail.runList.map((run) => (
            <li
              key={run.runNo}
              className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 text-s tabular-nums"
            >
              <span className="flex flex-wrap items-center gap-2">
                <b className="font-semibold">{formatCount(run.runNo)}회</b>
                <PageLink path="/admin/orders" query={{ q: run.orderId }}>
                  주문 {run.orderId}
                </PageLink>
              </span>
              <OrderStatusBadge status={run.status} />
              <time className="text-ink-3">{seoulTime(run.createdAt)}</time>
              <span className="text-right text-ink-2">
                {pointText(run.point)}
                {run.refunded > 0 && ` · 환불 ${pointText(run.refunded)}`}
              </span>
            </li>
          ))}
        </ol>
      </DetailPart>
      <DetailPart title="포인트 내역">
        <ol className="grid gap-1.5">
          {detail.entries.map((entry) => (
            <li key={`${entry.createdAt} ${entry.kind}`} className="grid gap-0.5 text-s tabular-nums">
              <span className="flex gap-3">
                <b className="font-semibold">{entryKindLabels[entry.kind] ?? entry.kind}</b>
                <time className="text-ink-3">{seoulTime(entry.createdAt).slice(5)}</time>
                <b className="ml-auto font-semibold">{signedPoints(entry.delta)}</b>
              </span>
              {entry.reason && <span className="text-ink-2 wrap-anywhere">{entry.reason}</span>}
            </li>
          ))}
        </ol>
      </DetailPart>
    </>
  )
}
