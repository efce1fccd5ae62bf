import Link from 'next/link'
import {
  type ChargeStatus,
  chargeFilterLabels,
  chargeStatus,
  chargeStatuses,
  chargeStatusText,
  type FeeType,
  feeTypeLabels,
  outcomeLabels,
} from '#lib/charges/labels.ts'
import type { ChargeRow } from '#lib/charges/schema.ts'
import { wonText } from '#lib/money/points.ts'
import { questionTexts } from '#lib/questions/labels.ts'
import { failedReceiptTexts } from '#lib/receipts/labels.ts'
import { LandscapeBanner } from '../chrome/landscape-banner.tsx'
import { askAboutChargeHref } from '../questions/questions-query.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { ChipLinks } from '../ui/chip-links.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { hrefOf } from '../ui/href.ts'
import { Moment } from '../ui/moment.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type ChargeHistoryState, queryAboveHistory, type SearchQuery } from './charge-history-state.ts'
import { isDepositAwaited } from './open-charge.ts'

const historyPath = '/point'
/** Rows per page (docs/product.md#pagination). */
export const CHARGE_HISTORY_PAGE_SIZE = 10

const chargeTones: Record<ChargeStatus, Tone> = { 0: 'warn', 1: 'good', 2: 'neutral' }

/** Note about a receipt that couldn't be issued, with a link to a question about its charge. */
const FailedReceiptNote = ({ id }: Pick<ChargeRow, 'id'>) => (
  <span className="text-s text-bad">
    {failedReceiptTexts.before}{' '}
    <Link
      href={askAboutChargeHref(id)}
      prefetch={false}
      aria-label={`${failedReceiptTexts.link}, 충전 ${id}번의 증빙`}
      className="font-semibold underline underline-offset-2"
    >
      {failedReceiptTexts.link}
    </Link>
    {failedReceiptTexts.after}
  </span>
)

const chargeColumns = (now: number, failedReceipts: readonly number[]): readonly Column<ChargeRow>[] => [
  { key: 'id', head: '신청번호', cell: (row) => row.id },
  { key: 'createdAt', head: '신청일시', cell: (row) => <Moment at={row.createdAt} />, phone: 'line' },
  { key: 'name', head: '입금자명', cell: (row) => row.name },
  {
    key: 'feeType',
    head: '증빙',
    cell: (row) => (
      <>
        {feeTypeLabels[row.feeType as FeeType]}
        {failedReceipts.includes(row.id) && (
          <span className="block max-w-48 max-wide:hidden">
            <FailedReceiptNote id={row.id} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'status',
    head: '상태',
    cell: (row) => <ChargeStatusBadge row={row} />,
    phone: 'badge',
  },
  { key: 'responseAt', head: '처리', cell: (row) => <ChargeResult row={row} now={now} /> },
  {
    key: 'point',
    head: '충전금액',
    cell: ({ point }) => <span className="whitespace-nowrap">{wonText(point)}</span>,
    align: 'right',
    phone: 'amount',
  },
  {
    key: 'payAmount',
    head: '입금액',
    cell: (row) => <span className="whitespace-nowrap">{wonText(row.payAmount)}</span>,
    align: 'right',
    phone: 'title',
    className: 'max-wide:text-left',
  },
  {
    key: 'ask',
    head: '문의',
    cell: ({ id }) => (
      <Link
        href={askAboutChargeHref(id)}
        prefetch={false}
        aria-label={`${questionTexts.ask}, 충전 ${id}번`}
        className="inline-flex items-center font-semibold whitespace-nowrap text-main-text touch:min-h-11"
      >
        {questionTexts.ask}
      </Link>
    ),
  },
  // On a phone the note is shown without opening the card, which hides the receipt's kind.
  {
    key: 'failedReceipt',
    head: '증빙 안내',
    cell: (row) => failedReceipts.includes(row.id) && <FailedReceiptNote id={row.id} />,
    phone: 'actions',
  },
]

function ChargeStatusBadge({ row }: { readonly row: ChargeRow }) {
  return <Badge tone={row.reversedAt ? 'bad' : chargeTones[row.status as ChargeStatus]}>{chargeStatusText(row)}</Badge>
}

/**
 * Cell with time and result of a charge. For a charge that still waits for its deposit, a link to the deposit
 * instructions; for a pending charge whose time is over, '-'.
 */
function ChargeResult({ row, now }: { readonly row: ChargeRow; readonly now: number }) {
  if (isDepositAwaited(row, now))
    return (
      <Link
        href={hrefOf(historyPath, { charge: row.id })}
        prefetch={false}
        className="inline-flex items-center font-semibold text-main-text touch:min-h-11"
      >
        입금 안내 보기
      </Link>
    )
  if (row.status === chargeStatus.PENDING || !row.responseAt) return '-'
  if (row.reversedAt)
    return (
      <span className="grid">
        <Moment at={row.reversedAt} />
        <span className="text-s text-ink-3">{wonText(row.reversed ?? 0)} 회수</span>
      </span>
    )
  return (
    <span className="grid">
      <Moment at={row.responseAt} />
      {row.reversed !== null && row.reversed > 0 && (
        <span className="text-s text-ink-3">{wonText(row.reversed)} 회수</span>
      )}
      {row.status === chargeStatus.FAIL && row.outcome && outcomeLabels[row.outcome] !== chargeStatusText(row) && (
        <span className="text-s text-ink-3">{outcomeLabels[row.outcome]}</span>
      )}
      {row.debtPaid > 0 && <span className="text-s text-ink-3">{wonText(row.debtPaid)} 정산</span>}
    </span>
  )
}

/** A member's charges of the last 3 months, 10 per page. Filter and page number are in the URL. */
export function ChargeHistory({
  rows,
  total,
  state,
  query,
  now,
  failedReceipts,
}: {
  readonly rows: readonly ChargeRow[]
  /** Number of charges on all pages. */
  readonly total: number
  readonly state: ChargeHistoryState
  /** The query of the page's URL. */
  readonly query: SearchQuery
  readonly now: number
  /** Ids of the charges whose receipt couldn't be issued. */
  readonly failedReceipts: readonly number[]
}) {
  const above = queryAboveHistory(query)
  const chips = [undefined, ...chargeStatuses].map((status) => ({
    href: hrefOf(historyPath, { ...above, status }),
    label: status === undefined ? '전체' : chargeFilterLabels[status],
    current: status === state.status,
  }))
  return (
    <section aria-labelledby="charge-history" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="charge-history" className="text-l font-semibold">
          충전 내역
        </h2>
        <span className="text-s text-ink-3">최근 3개월</span>
      </div>
      <ChipLinks label="상태" links={chips} />
      {rows.length > 0 && <LandscapeBanner />}
      <Table
        caption="충전 내역"
        columns={chargeColumns(now, failedReceipts)}
        rows={rows}
        rowKey={(row) => row.id}
        empty={<EmptyState title="충전 내역이 없어요" hint="충전을 신청하면 여기에 보여요." />}
      />
      <Pagination
        path={historyPath}
        query={{ ...above, status: state.status }}
        page={state.page}
        pageSize={CHARGE_HISTORY_PAGE_SIZE}
        total={total}
        neighbours={2}
      />
    </section>
  )
}
