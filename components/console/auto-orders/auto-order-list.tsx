'use client'

import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount, formatPoints, pointsFromResponse, pointText } from '#lib/money/points.ts'
import {
  afterOrderOnLinkTexts,
  afterSettlementTexts,
  autoOrderCancelMessage,
  autoOrderStatus,
} from '#lib/orders/auto/labels.ts'
import {
  canCancelAutoOrder,
  findAutoOrderWaitReason,
  MAX_DEBT_HOURS,
  refundOfRunsLeft,
} from '#lib/orders/auto/rules.ts'
import type { AdminAutoOrderDetail, AdminAutoOrderRow } from '#lib/orders/auto/schema.ts'
import { AutoOrderStatusBadge } from '../../auto-orders/auto-order-status.tsx'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { DetailFacts, DetailPart, LedgerEntryList, LoadedDetail, MemberLink } from '../detail.tsx'
import { column, hiddenOnPhoneClass, orderColumns, paidPointsColumn, rightAlignedColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { MessagePreview } from '../notify-member.tsx'
import { OrderLink } from '../orders/order-detail.tsx'
import { PageLink } from '../page-link.tsx'
import { RowTime } from '../row-context.tsx'
import { useDetail } from '../use-detail.ts'
import { type ListProps, useList } from '../use-list.ts'

interface AutoOrderListProps extends ListProps<AdminAutoOrderRow, string> {
  /** Detail of the selected auto order, loaded by the server with the page; null if none is selected. */
  readonly initialDetail: AdminAutoOrderDetail | null
}

const autoOrderColumns: readonly Column<AdminAutoOrderRow>[] = [
  ...orderColumns<AdminAutoOrderRow>('시작'),
  rightAlignedColumn(
    '회차',
    ({ completed, runs }) => `${formatCount(completed)}/${formatCount(runs)}`,
    'line',
    hiddenOnPhoneClass,
  ),
  column(
    '다음 회차',
    (order) => <NextRun order={order} />,
    'line',
    `${hiddenOnPhoneClass} whitespace-nowrap tabular-nums`,
  ),
  paidPointsColumn(),
  column('상태', AutoOrderStatusBadge, 'badge'),
]

/**
 * Cell with the time of the next run: a dash if none is planned. While the run waits until the member's debt is paid or
 * for an open order on the link, a text says so instead.
 */
function NextRun({ order }: { readonly order: AdminAutoOrderRow }) {
  const waitReason = findAutoOrderWaitReason(order)
  if (waitReason === 'DEBT') return afterSettlementTexts.staff
  if (waitReason === null && order.waitsForLink) return afterOrderOnLinkTexts.staff
  return <RowTime at={waitReason === 'HELD' ? null : order.nextRunAt} none="—" />
}

const emptyTexts = {
  search: ['찾는 자동주문이 없어요.', '주문번호 전체나 회원 아이디의 앞부분으로 찾아 보세요.'],
  byStatus: { held: ['멈춘 자동주문이 없어요.', '상품을 주문할 수 없게 되면 여기에 나타나요.'] },
  none: ['자동주문이 없어요.', '회원이 자동주문을 시작하면 여기에 나타나요.'],
} as const

/** How `useDetail` loads the detail of an auto order. It is loaded again when a value in `versionOf` changes. */
const detailRequest = {
  pathOf: ({ id }: AdminAutoOrderRow) => `/api/admin/auto-orders/${id}`,
  versionOf: ({ id, status, completed, heldAt }: AdminAutoOrderRow) => [id, status, completed, heldAt].join(' '),
}

/** Preview of the e-mail that a member with an e-mail address gets when staff cancel his auto order. */
const cancelMailOf = ({ id, point, runs, completed }: AdminAutoOrderRow) => ({
  subject: autoOrderCancelMessage.subject,
  body: autoOrderCancelMessage.body({
    id,
    left: runs - completed,
    refund: formatPoints(refundOfRunsLeft({ price: pointsFromResponse(point), runs, completed })),
  }),
})

/** Text of the cancellation dialog: the runs that stop and the points that are refunded for them. */
function cancelText({ id, memberId, point, runs, completed }: AdminAutoOrderRow): string {
  const refund = formatPoints(refundOfRunsLeft({ price: pointsFromResponse(point), runs, completed }))
  const remainingText = `${formatCount(runs)}회 중 남은 ${formatCount(runs - completed)}회`
  return `${memberId} 회원의 자동주문 ${id}번에서 ${remainingText}를 멈추고 ${refund}를 돌려줘요. 이미 접수된 회차는 그대로 진행되고, 회원에게 이메일이나 문자로 알려요.`
}

/** List of auto orders, which staff may cancel; the detail shows the runs of the selected one. */
export function AutoOrderList({ initialDetail, ...props }: AutoOrderListProps) {
  const { state, mayAct } = props
  const list = useList(props, { waits: canCancelAutoOrder })
  const { row } = list
  const { detail, failed } = useDetail<AdminAutoOrderRow, AdminAutoOrderDetail>(row, detailRequest, initialDetail)
  const stop = async (order: AdminAutoOrderRow, reason: string) => {
    const answer = await list.run<{ refunded: number }>({
      method: 'POST',
      path: `/api/admin/auto-orders/${order.id}/cancel`,
      body: { reason },
      done: ({ refunded }) =>
        `${order.memberId} 님의 자동주문 ${order.id}번을 취소하고 ${pointText(refunded)}를 돌려줬어요.`,
    })
    if (!answer) return
    list.closeDialog()
    const leavesList = state.status === String(autoOrderStatus.ACTIVE) || state.status === 'held'
    if (answer.ok && leavesList) list.closeAndSelectNext(order)
    else list.closeDetail()
  }
  const actions: Action[] = []
  if (mayAct && row && canCancelAutoOrder(row))
    actions.push({
      key: 'r',
      label: '자동주문 취소',
      reason: {
        text: cancelText(row),
        note: () => <MessagePreview message={cancelMailOf(row)} />,
        onGiven: (reason) => stop(row, reason),
      },
    })
  return (
    <ListPage
      {...{ list, columns: autoOrderColumns, emptyTexts, actions }}
      noun="자동주문"
      dense="tight"
      titleOf={({ id }) => `자동주문 ${id}`}
      detail={(order) => <AutoOrderFacts order={order} />}
      records={() => <AutoOrderRecords {...{ detail, failed }} />}
    />
  )
}

/** Hours after which a held auto order is cancelled (docs/contract.md#auto-orders). */
const MAX_HELD_HOURS = 72

const heldUntil = (heldAt: string): string => seoulTime(Date.parse(heldAt) + MAX_HELD_HOURS * 3_600_000)

/** When the next run is made, or what it waits for; null if none is planned. */
function nextRunText(order: AdminAutoOrderRow): string | null {
  const waitReason = findAutoOrderWaitReason(order)
  if (waitReason === 'DEBT') return afterSettlementTexts.staff
  if (waitReason === 'HELD' || order.nextRunAt === null) return null
  return order.waitsForLink ? afterOrderOnLinkTexts.member : seoulTime(order.nextRunAt)
}

/** Facts of an auto order. They come from the row of the list, so they are shown while the runs are still loading. */
function AutoOrderFacts({ order }: { readonly order: AdminAutoOrderRow }) {
  const { heldAt, refunded } = order
  const waitReason = findAutoOrderWaitReason(order)
  return (
    <>
      {heldAt && order.status === autoOrderStatus.ACTIVE && canCancelAutoOrder(order) && (
        <Notice tone="warn" className="text-s font-semibold">
          상품을 주문할 수 없어 {seoulTime(heldAt)}부터 멈춰 있어요. {heldUntil(heldAt)}까지 다시 열리지 않으면 취소되고
          남은 회차가 환불돼요.
        </Notice>
      )}
      {waitReason === 'DEBT' && (
        <Notice tone="warn" className="text-s font-semibold">
          회원의 미수금이 남아 있어 멈춰 있어요. 정산하면 이어서 진행하고, 회원에게 알린 뒤 {MAX_DEBT_HOURS}시간 안에
          정산하지 않으면 먼저 주문한 것부터 취소해 남은 회차의 포인트로 정산해요.
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
          ['다음 회차', nextRunText(order)],
          ['금액', pointText(order.point)],
          ['환불', refunded > 0 && pointText(refunded)],
          ['시작', seoulTime(order.createdAt)],
        ]}
      />
    </>
  )
}

/** The runs of an auto order, each of which is an order, and its ledger entries. */
function AutoOrderRecords(props: { readonly detail: AdminAutoOrderDetail | null; readonly failed: boolean }) {
  return (
    <LoadedDetail {...props} failure="회차 기록을 불러오지 못했어요.">
      {({ runList, entries }) => (
        <>
          <DetailPart title="회차">
            <ol className="grid gap-2.5">
              {runList.map((run) => (
                <RunLine key={run.runNo} run={run} />
              ))}
            </ol>
          </DetailPart>
          <LedgerEntryList entries={entries} />
        </>
      )}
    </LoadedDetail>
  )
}

function RunLine({ run }: { readonly run: AdminAutoOrderDetail['runList'][number] }) {
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
