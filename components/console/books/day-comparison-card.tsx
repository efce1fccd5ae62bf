import { dayDifferenceTexts } from '#lib/books/labels.ts'
import type { DayComparison } from '#lib/books/schema.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import { Facts } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { column, hiddenOnPhoneClass, wonColumn } from '../list-columns.tsx'
import { rowQuery } from '../list-state.ts'
import { PageLink } from '../page-link.tsx'
import { TitledCard } from '../titled-card.tsx'

type Difference = DayComparison['rows'][number]

/**
 * Class of the column with advice on a difference. The advice may take two lines, so on wide screens the cell has space
 * above and below.
 */
export const adviceColumnClass = 'max-wide:text-s max-wide:text-ink-2 wide:py-1.5'

/** Console page that lists the rows of each kind of difference. */
const differencePages = {
  DEPOSIT_WAITING: '/admin/deposits',
  DEPOSIT_RETURNED: '/admin/deposits',
  CREDITED_OTHER_DAY: '/admin/deposits',
  PAID_OTHER_DAY: '/admin/charges',
  NO_DEPOSIT: '/admin/charges',
  REFUND_UNSENT: '/admin/refunds',
} as const

const differenceColumns: readonly Column<Difference>[] = [
  column('구분', ({ kind }) => dayDifferenceTexts[kind].label, 'title', 'wide:whitespace-nowrap'),
  column(
    '내역',
    ({ kind, id, name }) => (
      <PageLink path={differencePages[kind]} query={rowQuery(id)}>
        {name || id}
      </PageLink>
    ),
    'line',
  ),
  column('회원', ({ memberId }) => memberId ?? '', 'line', hiddenOnPhoneClass),
  wonColumn('금액', ({ won }) => won),
  column('확인할 내용', ({ kind }) => dayDifferenceTexts[kind].hint, 'below', adviceColumnClass),
]

const moneyText = ({ count, won }: { count: number; won: number }): string => `${formatCount(count)}건 ${wonText(won)}`

/** Compares a day's deposits, credits and paid cash refunds, and lists the first differences. */
export function DayComparisonCard({
  comparison,
  today,
}: {
  readonly comparison: DayComparison
  readonly today: string
}) {
  const { day, deposits, credited, cards, refunds, unexplained, differences, rows } = comparison
  return (
    <TitledCard
      title="하루 대사"
      aside={
        <Badge tone={unexplained !== 0 ? 'bad' : differences > 0 ? 'warn' : 'good'}>
          {unexplained !== 0
            ? `설명되지 않은 ${wonText(unexplained)}`
            : differences > 0
              ? `확인할 것 ${formatCount(differences)}건`
              : '맞음'}
        </Badge>
      }
      className="mb-4 grid content-start gap-3 max-[20rem]:[&_tr]:px-0"
    >
      <form method="get" className="flex flex-wrap items-end gap-2">
        <DateField key={day} label="날짜" name="day" value={day} today={today} max={today} required dense />
        <Button type="submit" size="s">
          보기
        </Button>
      </form>
      <Facts
        facts={[
          { term: '입금', value: moneyText(deposits) },
          { term: '입금으로 충전', value: moneyText(credited) },
          { term: '카드·가상계좌 충전', value: moneyText(cards) },
          { term: '환불 지급', value: moneyText(refunds) },
        ]}
      />
      {rows.length > 0 && (
        <Table
          caption={`${day} 하루 대사: 어긋난 행`}
          dense
          empty={null}
          columns={differenceColumns}
          rows={rows.map((row, place) => ({ ...row, place }))}
          rowKey={({ place }) => place}
        />
      )}
      {differences > rows.length && <p className="text-s text-ink-3">처음 {formatCount(rows.length)}건만 보여요.</p>}
    </TitledCard>
  )
}
