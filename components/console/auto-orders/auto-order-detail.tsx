import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount, pointText } from '#lib/money/points.ts'
import { canCancel, isHeld } from '#lib/orders/auto/rules.ts'
import type { AdminAutoOrderDetail, AdminAutoOrderRow } from '#lib/orders/auto/schema.ts'
import { AutoOrderStatusBadge } from '../../auto-orders/auto-order-status.tsx'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { DetailFacts, DetailPart, EntryList, Loaded, MemberLink } from '../detail.tsx'
import { OrderLink } from '../orders/order-detail.tsx'
import { PageLink } from '../page-link.tsx'

/** An auto order that stays held this long is cancelled (docs/contract.md#auto-orders). In hours. */
const MAX_HELD_HOURS = 72

const heldUntil = (heldAt: string): string => seoulTime(Date.parse(heldAt) + MAX_HELD_HOURS * 3_600_000)

/** Facts of an auto order that its list row already contains. */
export function AutoOrderFacts({ order }: { readonly order: AdminAutoOrderRow }) {
  const { heldAt, nextRunAt, refunded } = order
  return (
    <>
      {heldAt && isHeld(order) && canCancel(order) && (
        <Notice tone="warn" className="text-s font-semibold">
          상품을 주문할 수 없어 {seoulTime(heldAt)}부터 멈춰 있어요. {heldUntil(heldAt)}까지 다시 열리지 않으면 취소되고
          남은 회차가 환불돼요.
        </Notice>
      )}
      <DetailFacts
        facts={[
          ['상태', <AutoOrderStatusBadge key="status" {...order} />],
          ['회원', <MemberLink key="member" {...order} />],
          ['상품', `[${order.serviceId}] ${withoutFlags(order.serviceText, 'mobile')}`],
          ['링크', <OrderLink key="link" order={order} />],
          ['회당 수량', formatCount(order.amount)],
          ['회차', `${formatCount(order.runs)}회 중 ${formatCount(order.completed)}회`],
          ['간격', `${formatCount(order.interval)}분`],
          ['다음 회차', nextRunAt && !heldAt && seoulTime(nextRunAt)],
          ['금액', pointText(order.point)],
          ['환불', refunded > 0 && pointText(refunded)],
          ['시작', seoulTime(order.createdAt)],
        ]}
      />
    </>
  )
}

/** The runs of an auto order, each of which is an order, and its ledger entries. */
export function AutoOrderRecords(props: { readonly detail: AdminAutoOrderDetail | null; readonly failed: boolean }) {
  return (
    <Loaded {...props} failure="회차 기록을 불러오지 못했습니다.">
      {({ runList, entries }) => (
        <>
          <DetailPart title="회차">
            <ol className="grid gap-2.5">
              {runList.map((run) => (
                <Run key={run.runNo} run={run} />
              ))}
            </ol>
          </DetailPart>
          <EntryList entries={entries} />
        </>
      )}
    </Loaded>
  )
}

function Run({ run }: { readonly run: AdminAutoOrderDetail['runList'][number] }) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 text-s tabular-nums">
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
  )
}
