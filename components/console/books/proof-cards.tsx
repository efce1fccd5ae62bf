import type { ReactNode } from 'react'
import { bookLabels, faultyAmountLabels, ledgerFaultLabels, sealFaultLabels } from '#lib/books/labels.ts'
import type { FaultyRow } from '#lib/books/queries/faulty-rows.ts'
import type { BookFaults, LastBookCheck, LedgerFault, Proof, SealFault } from '#lib/books/schema.ts'
import { formatCount, pointText } from '#lib/money/points.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { column, rightAlignedColumn } from '../list-columns.tsx'
import { rowQuery } from '../list-state.ts'
import { PageLink } from '../page-link.tsx'
import { TitledCard } from '../titled-card.tsx'

const verdictTexts = {
  unchecked: {
    tone: 'neutral',
    ink: '',
    title: '아직 확인한 적이 없어요.',
    text: '매일 04:10에 저절로 확인해요. 지금 확인할 수도 있어요.',
  },
  balanced: {
    tone: 'good',
    ink: 'text-good',
    title: '모두 맞아요.',
    text: '잔액과 원장, 주문과 환불, 입금과 충전이 같고, 기록이 변조된 흔적도 없어요.',
  },
  faulty: {
    tone: 'bad',
    ink: 'text-bad',
    title: '어긋난 곳이 있어요.',
    text: '저절로 고치지 않아요. 아래 행을 확인하고, 데이터베이스에 누가 접근했는지 살펴보세요.',
  },
} as const

/** Result of the last check of the books; `balanced` is null before the first check. */
export function BooksVerdict({ balanced }: Pick<LastBookCheck, 'balanced'>) {
  const { tone, ink, title, text } = verdictTexts[balanced === null ? 'unchecked' : balanced ? 'balanced' : 'faulty']
  return (
    <Notice tone={tone} role={balanced === null ? undefined : 'status'}>
      <p className={cx('font-semibold', ink)}>{title}</p>
      <p className="text-s text-ink-2">{text}</p>
    </Notice>
  )
}

interface ProofCardProps<Row> {
  readonly title: string
  readonly text: string
  /** Number of faulty rows, of which `rows` contains the first ones. */
  readonly faults: number
  /** Counts below the text, such as the number of sealed rows. */
  readonly facts?: ReactNode
  /** What the table shows. The accessible name of the table is the card's title followed by this text. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
}

/** Result of one check of the books: a green badge, or a red one with the faulty rows across the full width. */
function ProofCard<Row>({ title, text, faults, facts, caption, ...table }: ProofCardProps<Row>) {
  return (
    <TitledCard
      title={title}
      aside={
        <Badge tone={faults > 0 ? 'bad' : 'good'}>{faults > 0 ? `어긋남 ${formatCount(faults)}건` : '맞음'}</Badge>
      }
      className={faults > 0 ? 'grid content-start gap-3 split:col-span-2' : 'grid content-start gap-2'}
    >
      <p className="text-s text-ink-2">{text}</p>
      {facts && <p className="text-s tabular-nums text-ink-3">{facts}</p>}
      {faults > 0 && <Table caption={`${title}: ${caption}`} dense empty={null} {...table} />}
    </TitledCard>
  )
}

type BookFaultKind = keyof BookFaults

type PageAndQuery = { readonly path: string; readonly query: Readonly<Record<string, string | number>> }

/** Link to the console page that finds a faulty row by search; null if there is nothing to search for. */
function faultLinkOf(kind: BookFaultKind, { id, memberId }: FaultyRow): PageAndQuery | null {
  if (kind === 'orders') return { path: '/admin/orders', query: { q: id } }
  if (kind === 'autoOrders') return { path: '/admin/auto-orders', query: { q: id } }
  if (kind === 'balances') return { path: '/admin/members', query: rowQuery(id) }
  if (!memberId) return null
  if (kind === 'charges' || kind === 'debts' || kind === 'rewards')
    return { path: '/admin/charges', query: rowQuery(id) }
  return { path: '/admin/members', query: { q: memberId } }
}

function FaultyRowId({ kind, row }: { readonly kind: BookFaultKind; readonly row: FaultyRow }) {
  const link = faultLinkOf(kind, row)
  return link ? <PageLink {...link}>{row.id}</PageLink> : row.id
}

/** Heading of the id column, for the checks that identify a faulty row by the id of a member, bulk order or charge. */
const idHeadings: Readonly<Partial<Record<BookFaultKind, string>>> = {
  balances: '회원번호',
  bulkOrders: '대량주문번호',
  debts: '충전번호',
  rewards: '충전번호',
}

const bookFaultColumnsOf = (kind: BookFaultKind): readonly Column<FaultyRow>[] => [
  column(idHeadings[kind] ?? '번호', (row) => <FaultyRowId kind={kind} row={row} />, 'title', 'tabular-nums'),
  column('회원', ({ memberId }) => memberId ?? '—', 'line'),
  column('어긋난 항목', ({ what }) => faultyAmountLabels[what], 'badge'),
  rightAlignedColumn(bookLabels[kind].stated, ({ stated }) => pointText(stated)),
  rightAlignedColumn(bookLabels[kind].found, ({ found }) => pointText(found), 'amount'),
]

/**
 * Card of one check of the books. It lists the first rows whose stored amount (`stated`) differs from the amount that
 * it must equal (`found`); in most checks, that is the amount in the ledger.
 */
export function BookCheckCard({
  kind,
  faults,
  rows,
}: {
  kind: BookFaultKind
  faults: number
  rows: readonly FaultyRow[]
}) {
  const { title, text } = bookLabels[kind]
  return (
    <ProofCard
      {...{ title, text, faults, rows }}
      caption="어긋난 행"
      columns={bookFaultColumnsOf(kind)}
      rowKey={({ id }) => id}
    />
  )
}

const MAX_SHOWN_ROWS = 20

type AlteredRow = LedgerFault & { readonly seq?: number | null }

const faultColumn: Column<AlteredRow> = column(
  '내용',
  ({ fault }) => <Badge tone="bad">{ledgerFaultLabels[fault]}</Badge>,
  'badge',
)

const auditColumns: readonly Column<AlteredRow>[] = [
  column(
    '감사 번호',
    ({ entryId }) => (
      <PageLink path="/admin/audit" query={{ q: entryId }}>
        {entryId}
      </PageLink>
    ),
    'title',
    'tabular-nums',
  ),
  column('순번', ({ seq }) => seq ?? '없음', 'line', 'tabular-nums'),
  faultColumn,
]

const ledgerColumns: readonly Column<AlteredRow>[] = [
  column('원장 번호', ({ entryId }) => entryId, 'title', 'tabular-nums'),
  faultColumn,
]

const sealColumns: readonly Column<SealFault>[] = [
  column('서명', ({ sealId }) => sealId, 'title', 'tabular-nums'),
  column('범위', ({ after, upTo }) => `${after + 1}–${upTo}`, 'line', 'tabular-nums'),
  column('내용', ({ fault }) => <Badge tone="bad">{sealFaultLabels[fault]}</Badge>, 'badge'),
]

const sealedText = (rows: number, sealed: number): string => `${formatCount(rows)}행 중 ${formatCount(sealed)}행 서명`

/**
 * Results of the tamper checks of the audit trail, the ledger and the seals: the first rows that were altered after
 * they were written, and the seals that don't match.
 */
export function TamperCheckCards({ audit, ledger, seals, rows, sealedAt, head }: Proof) {
  return (
    <>
      <ProofCard
        title="감사 기록 변조 검사"
        text="감사 기록은 앞 기록의 해시로 이어져 있어요. 바꾸거나 지우거나 끼워 넣으면 드러나요."
        faults={audit.length}
        facts={
          <>
            {sealedText(rows.audit, rows.sealedAudit)}
            {head && (
              <>
                {' '}
                · 마지막 {head.seq}:<span className="wrap-anywhere">{head.hash.slice(0, 16)}</span>
              </>
            )}
          </>
        }
        caption="변조가 의심되는 행"
        columns={auditColumns}
        rows={audit.slice(0, MAX_SHOWN_ROWS)}
        rowKey={({ entryId, seq }) => `${entryId} ${seq}`}
      />
      <ProofCard
        title="원장 변조 검사"
        text="원장은 행마다 지문(해시)을 함께 저장해요. 나중에 바뀐 행은 지문이 달라져 드러나요."
        faults={ledger.length}
        facts={sealedText(rows.ledger, rows.sealedLedger)}
        caption="변조가 의심되는 행"
        columns={ledgerColumns}
        rows={ledger.slice(0, MAX_SHOWN_ROWS)}
        rowKey={({ entryId }) => entryId}
      />
      <ProofCard
        title="서명 검사"
        text="감사 기록과 원장은 한 시간마다 데이터베이스 밖에 둔 키로 서명해요. 통째로 다시 써도 드러나요."
        faults={seals.length}
        facts={sealedAt ? `서명 ${formatCount(rows.seals)}개 · 마지막 ${seoulTime(sealedAt)}` : '아직 서명이 없어요'}
        caption="맞지 않는 서명"
        columns={sealColumns}
        rows={seals}
        rowKey={({ sealId, fault }) => `${sealId} ${fault}`}
      />
    </>
  )
}
