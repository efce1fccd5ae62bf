import { formatCount, formatWon, pointsFromNumber } from '#lib/money/points.ts'
import { afterOrderOnLinkTexts, afterSettlementTexts } from '#lib/orders/auto/labels.ts'
import { canCancelAutoOrder, finalQuantity, findAutoOrderWaitReason } from '#lib/orders/auto/rules.ts'
import type { AutoOrderRow } from '#lib/orders/auto/schema.ts'
import { EmptyListForGuest } from '../orders/empty-list-for-guest.tsx'
import { OrderLink } from '../orders/order-link.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Moment } from '../ui/moment.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { AutoOrderStatusBadge } from './auto-order-status.tsx'
import { CancelAutoOrderButton } from './cancel-auto-order-button.tsx'

/**
 * An auto order, with the display name of its service (`product`), the id of the service's platform, whether the member
 * has an open debt (`memberOwes`), and whether its due run waits for an open order on the link (`waitsForLink`).
 */
export type AutoHistoryRow = AutoOrderRow & {
  readonly product: string
  readonly platformId?: number
  readonly memberOwes: boolean
  readonly waitsForLink: boolean
}

const pointsOf = (point: number) => pointsFromNumber(point) ?? 0n

const autoOrderColumns: readonly Column<AutoHistoryRow>[] = [
  { key: 'id', head: '주문번호', phone: 'title', className: 'tabular-nums', cell: (row) => row.id },
  {
    key: 'createdAt',
    head: '주문일시',
    className: 'wide:min-w-24 text-ink-2',
    cell: (row) => <Moment at={row.createdAt} />,
  },
  { key: 'link', head: '링크', breaks: true, className: 'wide:min-w-36', cell: (row) => <OrderLink {...row} /> },
  { key: 'point', head: '최종 사용 포인트', align: 'right', phone: 'amount', cell: (row) => <PointsUsed {...row} /> },
  { key: 'amount', head: '회당 수량', align: 'right', cell: (row) => formatCount(row.amount) },
  { key: 'product', head: '상품', phone: 'line', className: 'wide:min-w-44', cell: (row) => row.product },
  {
    key: 'runs',
    head: '진행 횟수',
    align: 'right',
    cell: (row) => `${formatCount(row.completed)} / ${formatCount(row.runs)}`,
  },
  { key: 'interval', head: '간격', className: 'wide:min-w-32', cell: (row) => <RunIntervalCell {...row} /> },
  { key: 'quantity', head: '최종 수량', align: 'right', cell: (row) => formatCount(finalQuantity(row)) },
  { key: 'status', head: '상태', phone: 'badge', cell: (row) => <AutoOrderStatusBadge {...row} /> },
  {
    key: 'cancel',
    head: '관리',
    phone: 'below',
    className: "wide:empty:before:content-['-']",
    cell: (row) => canCancelAutoOrder(row) && <CancelAutoOrderButton order={row} />,
  },
]

interface AutoOrderTableProps {
  readonly rows: readonly AutoHistoryRow[]
  /** Whether the viewer is a guest, who has no auto orders. */
  readonly guest: boolean
  /** Whether the rows are filtered by status. This changes the text shown without rows. */
  readonly filtered: boolean
}

export function AutoOrderTable({ rows, guest, filtered }: AutoOrderTableProps) {
  const empty = guest ? (
    <EmptyListForGuest
      title="둘러보는 중에는 자동주문내역이 비어 있어요"
      hint="로그인하면 최근 3개월의 자동주문을 볼 수 있어요."
      path="/auto-order-history"
    />
  ) : (
    <NoAutoOrders filtered={filtered} />
  )
  return <Table caption="자동주문내역" columns={autoOrderColumns} rows={rows} rowKey={(row) => row.id} empty={empty} />
}

/** Cell of the points that an auto order cost: the price of all runs, less the refund for runs not made. */
function PointsUsed({ point, refunded }: AutoHistoryRow) {
  return (
    <span className="whitespace-nowrap">
      {formatWon(pointsOf(point) - pointsOf(refunded))}
      {refunded !== 0 && (
        <span className="block text-s font-normal text-ink-3">환불 {formatWon(pointsOf(refunded))}</span>
      )}
    </span>
  )
}

/**
 * Cell of the interval in minutes and the time of the next run. A held auto order shows no such time. An auto order
 * that waits for a debt or for an open order on the link shows what it waits for instead.
 */
export function RunIntervalCell(order: AutoHistoryRow) {
  const { interval, nextRunAt, waitsForLink } = order
  const waitReason = findAutoOrderWaitReason(order)
  return (
    <span>
      {formatCount(interval)}분
      {waitReason === 'DEBT' && <span className="block text-s text-warn">{afterSettlementTexts.member}</span>}
      {nextRunAt && waitReason === null && (
        <span className="block text-s text-ink-3">
          {waitsForLink ? (
            afterOrderOnLinkTexts.member
          ) : (
            <>
              다음 <Moment at={nextRunAt} />
            </>
          )}
        </span>
      )}
    </span>
  )
}

function NoAutoOrders({ filtered }: { readonly filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState
        title="이 상태의 자동주문이 없어요"
        action={<ButtonLink href="/auto-order-history">전체 보기</ButtonLink>}
      />
    )
  return (
    <EmptyState
      title="최근 3개월 동안 자동주문한 내역이 없어요"
      hint="주문할 때 자동주문을 켜면 정해 둔 간격으로 같은 주문을 반복해요."
      action={
        <ButtonLink href="/order" tone="main">
          주문하기
        </ButtonLink>
      }
    />
  )
}
