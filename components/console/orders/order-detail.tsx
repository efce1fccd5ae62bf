import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount, pointText } from '#lib/money/points.ts'
import { type OrderStatus, orderStatusLabels, recoveryTexts } from '#lib/orders/labels.ts'
import { rawLinkUrl } from '#lib/orders/link-url.ts'
import { startCountText } from '#lib/orders/rules.ts'
import { paidTogetherText } from '#lib/orders/staff-labels.ts'
import type { AdminOrderDetail, AdminOrderRow } from '#lib/orders/staff-schema.ts'
import { OrderDetailsList } from '../../orders/order-details-list.tsx'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { DetailFacts, DetailPart, LedgerEntryList, LoadedDetail, MemberLink } from '../detail.tsx'
import { PageLink } from '../page-link.tsx'

/** A link without protocol and `www.`, so that a narrow column shows the part in which links differ. */
const shortLinkText = (link: string): string => link.replace(/^https?:\/\/(www\.)?/i, '')

/** The link that an order is for. Opening it sends no referrer. */
export function OrderLink({
  order,
  short = false,
}: {
  readonly order: Pick<AdminOrderRow, 'link' | 'cleanLink'>
  readonly short?: boolean
}) {
  return (
    <a
      href={order.cleanLink ?? rawLinkUrl(order.link)}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={short ? order.link : undefined}
      className="relative text-main-text no-underline hover:underline"
    >
      {short ? shortLinkText(order.link) : order.link}
    </a>
  )
}

const sourceLabels: Readonly<Record<string, string>> = { WEB: '웹', API: 'API', AUTO: '자동주문' }
const actorLabels: Readonly<Record<string, string>> = {
  staff: '운영자',
  member: '회원',
  worker: '공급사',
  system: '시스템',
}

const statusName = (status: number): string => orderStatusLabels[status as OrderStatus]

function AutoOrderLink({ id }: { readonly id: number }) {
  return (
    <PageLink path="/admin/auto-orders" query={{ q: id }}>
      {id}번
    </PageLink>
  )
}

/** Facts of an order. They come from the row of the list, so they are shown while the records are still loading. */
export function OrderFacts({ order }: { readonly order: AdminOrderRow }) {
  return (
    <DetailFacts
      facts={[
        ['상태', <OrderStatusBadge key="status" status={order.status} />],
        ['회원', <MemberLink key="member" {...order} />],
        ['상품', `[${order.serviceId}] ${withoutFlags(order.serviceText, 'mobile')}`],
        ['링크', <OrderLink key="link" order={order} />],
        ['수량', formatCount(order.amount)],
        ['시작 수량', startCountText(order.startCount) || '—'],
        ['남은 수량', formatCount(order.remains)],
        ['금액', pointText(order.point)],
        ['환불', order.refunded > 0 && pointText(order.refunded)],
        [recoveryTexts.name, order.recovered > 0 && pointText(order.recovered)],
        ['주문 시각', `${seoulTime(order.createdAt)} · ${sourceLabels[order.source] ?? order.source}`],
        ['자동주문', order.autoOrderId !== null && <AutoOrderLink id={order.autoOrderId} />],
      ]}
    />
  )
}

/** The events and ledger entries of an order, oldest first. */
export function OrderRecords(props: { readonly detail: AdminOrderDetail | null; readonly failed: boolean }) {
  return (
    <LoadedDetail {...props} failure="진행 기록을 불러오지 못했어요.">
      {({ events, entries, ...order }) => (
        <>
          <OrderDetailsList order={order} />
          <DetailPart title="진행 기록">
            <ol className="grid gap-2.5">
              {events.map((event) => (
                <OrderEvent key={`${event.at} ${event.from} ${event.to} ${event.remains}`} event={event} />
              ))}
            </ol>
          </DetailPart>
          {/* Runs of auto orders and orders of a bulk order are not paid one by one, so they have no ledger entry
              of a payment. */}
          {order.bulkOrderId !== null && <p className="text-s text-ink-2">{paidTogetherText(order.bulkOrderId)}</p>}
          {entries.length > 0 && <LedgerEntryList entries={entries.map((entry) => ({ ...entry, reason: null }))} />}
        </>
      )}
    </LoadedDetail>
  )
}

function OrderEvent({ event }: { readonly event: AdminOrderDetail['events'][number] }) {
  const actorName = event.staffId ?? actorLabels[event.actor] ?? event.actor
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
        {actorName} · <time>{seoulTime(event.at)}</time>
      </span>
      {event.reason && <span className="text-ink-2">{event.reason}</span>}
    </li>
  )
}
