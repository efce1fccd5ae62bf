import { rowFaultLabels, sealFaultLabels } from '#lib/books/labels.ts'
import type { LedgerFault, Proof, SealFault } from '#lib/books/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { column } from '../list-columns.tsx'
import { PageLink } from '../page-link.tsx'
import { ProofCard } from './proof-card.tsx'

const MOST_SHOWN = 20

type Touched = LedgerFault & { readonly seq?: number | null }

const faultColumn: Column<Touched> = column(
  '어떻게',
  ({ fault }) => <Badge tone="bad">{rowFaultLabels[fault]}</Badge>,
  'badge',
)

const auditColumns: readonly Column<Touched>[] = [
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
  column('사슬의 자리', ({ seq }) => seq ?? '없음', 'line', 'tabular-nums'),
  faultColumn,
]

const ledgerColumns: readonly Column<Touched>[] = [
  column('원장 번호', ({ entryId }) => entryId, 'title', 'tabular-nums'),
  faultColumn,
]

const sealColumns: readonly Column<SealFault>[] = [
  column('봉인', ({ sealId }) => sealId, 'title', 'tabular-nums'),
  column('범위', ({ after, upTo }) => `${after + 1}–${upTo}`, 'line', 'tabular-nums'),
  column('어떻게', ({ fault }) => <Badge tone="bad">{sealFaultLabels[fault]}</Badge>, 'badge'),
]

const sealedText = (rows: number, sealed: number): string => `${formatCount(rows)}행 중 ${formatCount(sealed)}행 봉인`

/** Whether audit trail, ledger and seals are as they were written, and which rows aren't. */
export function TouchedRows({ audit, ledger, seals, rows, sealedAt, head }: Proof) {
  return (
    <>
      <ProofCard
        title="감사 사슬"
        text="감사 기록은 앞 기록의 해시로 이어져 있어요. 바꾸거나 지우거나 끼워 넣으면 드러나요."
        faults={audit.length}
        facts={
          <>
            {sealedText(rows.audit, rows.sealedAudit)}
            {head && (
              <>
                {' '}
                · 끝 {head.seq}:<span className="wrap-anywhere">{head.hash.slice(0, 16)}</span>
              </>
            )}
          </>
        }
      >
        <Table
          caption="감사 사슬: 손댄 행"
          dense
          columns={auditColumns}
          rows={audit.slice(0, MOST_SHOWN)}
          rowKey={({ entryId, seq }) => `${entryId} ${seq}`}
          empty={null}
        />
      </ProofCard>
      <ProofCard
        title="원장 지문"
        text="원장의 행은 지문으로 묶여 있어요. 나중에 손댄 행은 지문이 달라져요."
        faults={ledger.length}
        facts={sealedText(rows.ledger, rows.sealedLedger)}
      >
        <Table
          caption="원장 지문: 손댄 행"
          dense
          columns={ledgerColumns}
          rows={ledger.slice(0, MOST_SHOWN)}
          rowKey={({ entryId }) => entryId}
          empty={null}
        />
      </ProofCard>
      <ProofCard
        title="봉인"
        text="사슬과 지문은 한 시간마다 데이터베이스 밖의 열쇠로 봉인해요. 통째로 다시 써도 드러나요."
        faults={seals.length}
        facts={sealedAt ? `봉인 ${formatCount(rows.seals)}개 · 마지막 ${seoulTime(sealedAt)}` : '아직 봉인이 없어요'}
      >
        <Table
          caption="봉인: 맞지 않는 것"
          dense
          columns={sealColumns}
          rows={seals}
          rowKey={({ sealId, fault }) => `${sealId} ${fault}`}
          empty={null}
        />
      </ProofCard>
    </>
  )
}
