import { bankAccountText, bankDayTexts, bankDifferenceTexts } from '#lib/deposits/statements/labels.ts'
import type { BankDay } from '#lib/deposits/statements/schema.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import { Facts } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { column, rightAlignedColumn, wonColumn } from '../list-columns.tsx'
import { rowQuery } from '../list-state.ts'
import { PageLink } from '../page-link.tsx'
import { TitledCard } from '../titled-card.tsx'
import { adviceColumnClass } from './day-comparison-card.tsx'

type Account = BankDay['accounts'][number]
type BankRow = Account['rows'][number]
type Difference = BankDay['rows'][number]

const differencePages = { NOT_AT_BANK: '/admin/deposits', REFUND_NOT_AT_BANK: '/admin/refunds' } as const

const differenceColumns: readonly Column<Difference>[] = [
  column('구분', ({ kind }) => bankDifferenceTexts[kind].label, 'title', 'wide:whitespace-nowrap'),
  column(
    '내역',
    ({ kind, id, name }) =>
      kind === 'NOT_AT_BANK' || kind === 'REFUND_NOT_AT_BANK' ? (
        <PageLink path={differencePages[kind]} query={rowQuery(id)}>
          {name || id}
        </PageLink>
      ) : (
        name || `거래 ${id}`
      ),
    'line',
  ),
  wonColumn('금액', ({ won }) => won),
  column('확인할 내용', ({ kind }) => bankDifferenceTexts[kind].hint, 'below', adviceColumnClass),
]

/**
 * Badge of a bank transaction: its balance doesn't follow from the transaction before it (`gap`), it is a bank fee, or
 * it paid cash refunds. Other transactions have no badge.
 */
function RowMark({ gap, isFee, refundIds }: BankRow) {
  if (gap) return <Badge tone="bad">{bankDayTexts.gap(wonText(gap))}</Badge>
  if (isFee) return <Badge>{bankDayTexts.fee}</Badge>
  return refundIds.length > 0 ? <Badge tone="good">{bankDayTexts.refund(refundIds)}</Badge> : null
}

const rowColumns: readonly Column<BankRow>[] = [
  column('시각', ({ at }) => seoulTime(at), 'noteLeft', 'max-wide:text-ink-3 tabular-nums'),
  column('내용', ({ name, memo }) => [name, memo].filter(Boolean).join(' · '), 'title'),
  wonColumn('금액', ({ paidIn, paidOut }) => paidIn - paidOut),
  rightAlignedColumn('잔액', ({ balance }) => (balance === null ? '' : wonText(balance)), 'noteRight'),
  column('대사', (row) => <RowMark {...row} />, 'badge'),
]

const moneyText = ({ count, won }: { count: number; won: number }): string => `${formatCount(count)}건 ${wonText(won)}`
const balanceText = (won: number | null): string => (won === null ? '모름' : wonText(won))

function AccountPart({ day, account }: { readonly day: string; readonly account: Account }) {
  const { opening, closing, paidIn, paidOut, fees, rows } = account
  return (
    <section aria-label={bankAccountText(account.account)} className="grid content-start gap-3">
      <h3 className="font-semibold">{bankAccountText(account.account)}</h3>
      <Facts
        facts={[
          { term: '시작 잔액', value: balanceText(opening) },
          { term: '입금', value: moneyText(paidIn) },
          { term: '출금', value: moneyText(paidOut) },
          { term: '그중 수수료', value: moneyText(fees) },
          { term: '마지막 잔액', value: balanceText(closing) },
        ]}
      />
      <Table
        caption={`${day} ${bankAccountText(account.account)} 거래내역`}
        dense
        empty={null}
        columns={rowColumns}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {paidIn.count + paidOut.count > rows.length && (
        <p className="text-s text-ink-3">처음 {formatCount(rows.length)}건만 보여요.</p>
      )}
    </section>
  )
}

/**
 * The transactions of a day as the bank reported them, with the balance after each, and the differences from the shop's
 * records. Only the first transactions of each account are shown.
 */
export function BankDayCard({ comparison }: { readonly comparison: BankDay }) {
  const { day, accounts, differences, rows, isCut } = comparison
  const isEmpty = accounts.length === 0
  return (
    <TitledCard
      title={bankDayTexts.title}
      aside={
        !isEmpty && (
          <Badge tone={differences > 0 ? 'warn' : 'good'}>
            {differences > 0 ? `확인할 것 ${formatCount(differences)}건` : '맞음'}
          </Badge>
        )
      }
      className="mb-4 grid content-start gap-4 max-[20rem]:[&_tr]:px-0"
    >
      {isEmpty && <p className="text-ink-3">{bankDayTexts.empty}</p>}
      {isCut && <p className="text-s text-bad">{bankDayTexts.cut}</p>}
      {rows.length > 0 && (
        <Table
          caption={`${day} 은행 내역 대사: 어긋난 행`}
          dense
          empty={null}
          columns={differenceColumns}
          rows={rows}
          rowKey={({ kind, id }) => `${kind} ${id}`}
        />
      )}
      {accounts.map((account) => (
        <AccountPart key={account.account} day={day} account={account} />
      ))}
    </TitledCard>
  )
}
