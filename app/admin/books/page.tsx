import type { Metadata } from 'next'
import { BankDayCard } from '#components/console/books/bank-day-card.tsx'
import { CheckBooksButton } from '#components/console/books/check-books-button.tsx'
import { DayComparisonCard } from '#components/console/books/day-comparison-card.tsx'
import { MonthFileCard } from '#components/console/books/month-file-card.tsx'
import { BookCheckCard, BooksVerdict, TamperCheckCards } from '#components/console/books/proof-cards.tsx'
import type { SearchParams } from '#components/console/list-state.ts'
import { readDay } from '#components/ui/calendar-days.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay, seoulTime } from '#components/ui/seoul-time.ts'
import { bookLabels } from '#lib/books/labels.ts'
import { compareDay } from '#lib/books/queries/compare-day.ts'
import { readFaultyRows } from '#lib/books/queries/faulty-rows.ts'
import { readLastBookCheck } from '#lib/books/queries/last-book-check.ts'
import { type BookFaults, comparedDayQuery } from '#lib/books/schema.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { compareBankDay } from '#lib/deposits/statements/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '정산' }

const bookFaultKinds = Object.keys(bookLabels) as (keyof BookFaults)[]

export default async function BooksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const today = seoulDay(clock.now())
  const { day: dayParam } = await searchParams
  // The form sends the day as its field shows it: '2026. 11. 22.'.
  const { day = today } = comparedDayQuery
    .catch({})
    .parse({ day: (typeof dayParam === 'string' && readDay(dayParam, today)) || dayParam })
  const [dayComparison, bankComparison] = await Promise.all([compareDay(db(), day), compareBankDay(db(), day)])
  const { proof, checkedAt, askedBy, running, balanced } = await readLastBookCheck(db())
  const rowsByKind = await Promise.all(
    bookFaultKinds.map((kind) => readFaultyRows(db(), kind, proof?.faults[kind] ?? [])),
  )
  return (
    <>
      <PageTitle
        title="정산"
        hint={checkedAt && `${seoulTime(checkedAt)} 확인 · ${askedBy ?? '시스템'}`}
        actions={<CheckBooksButton running={running} mayAct={staff.role !== 'SUPPORT'} />}
      />
      <BooksVerdict balanced={balanced} />
      <DayComparisonCard comparison={dayComparison} today={today} />
      <BankDayCard comparison={bankComparison} />
      {staff.role !== 'SUPPORT' && <MonthFileCard day={day} />}
      {proof && (
        <div className="grid grid-flow-dense grid-cols-1 gap-4 split:grid-cols-2">
          {bookFaultKinds.map((kind, at) => (
            <BookCheckCard key={kind} kind={kind} faults={proof.faults[kind].length} rows={rowsByKind[at] ?? []} />
          ))}
          <TamperCheckCards {...proof} />
        </div>
      )}
    </>
  )
}
