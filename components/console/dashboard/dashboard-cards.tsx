import Link from 'next/link'
import type { LastBookCheck } from '#lib/books/schema.ts'
import { formatCount, pointText } from '#lib/money/points.ts'
import type { JobError, ProviderState, WorkerState } from '#lib/reports/queries/system-health.ts'
import type { WaitingCounts } from '#lib/reports/queries/waiting.ts'
import { Amount, Facts } from '../../ui/amount.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { shortMoment } from '../format.ts'
import { PageLink } from '../page-link.tsx'
import type { Figure } from './figures.ts'

const textOf = (value: number, unit: Figure['unit']): string =>
  unit === 'P' ? pointText(value) : `${formatCount(value)}${unit}`

/** Today's figures so far, beside the full figures of yesterday and of the same weekday a week ago. */
export function TodayCard({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <Card aria-label="오늘" className="grid gap-4">
      <CardTitle
        aside={
          <Link href="/admin/reports" prefetch={false} className="text-s text-main-text no-underline hover:underline">
            통계
          </Link>
        }
      >
        오늘
      </CardTitle>
      <div className="grid grid-cols-1 gap-5 wide:grid-cols-2 split:grid-cols-4">
        {figures.map(({ label, unit, today, yesterday, weekAgo }) => (
          <div key={label} className="grid content-start gap-1">
            <h3 className="text-s font-semibold text-ink-3">{label}</h3>
            <Amount text={textOf(today, unit)} size="xl" />
            <Facts
              className="text-s tabular-nums [&_dd]:font-normal"
              facts={[
                { term: '어제', value: textOf(yesterday, unit) },
                { term: '지난주 같은 요일', value: textOf(weekAgo, unit) },
              ]}
            />
          </div>
        ))}
      </div>
    </Card>
  )
}

interface WaitingCardProps {
  readonly counts: WaitingCounts
  readonly held: number
  readonly unsent: number
}

/** Counts of open work, each linked to the page where it is settled. */
export function WaitingCard({ counts, held, unsent }: WaitingCardProps) {
  const waiting = [
    { label: '할 일', href: '/admin/tasks', count: counts.tasks },
    { label: '충전 대기', href: '/admin/charges', count: counts.charges },
    { label: '입금 대기', href: '/admin/deposits', count: counts.deposits },
    { label: '환불 접수', href: '/admin/refunds', count: counts.refunds },
    { label: '영수증 요청', href: '/admin/receipts', count: counts.receipts },
    { label: '주문접수', href: '/admin/orders?status=0', count: counts.orders },
    { label: '일시 중지된 자동주문', href: '/admin/auto-orders', count: held },
    { label: '하루 동안 못 보낸 메시지', href: '/admin/outbox?status=FAILED', count: unsent },
  ]
  return (
    <Card aria-label="기다리는 것" className="grid gap-4">
      <CardTitle>기다리는 것</CardTitle>
      <ul className="grid grid-cols-2 gap-2 console:grid-cols-4">
        {waiting.map(({ label, href, count }) => (
          <li key={label}>
            <Link
              href={href}
              prefetch={false}
              className="grid h-full content-between gap-1 rounded-tile bg-sunken px-4 py-3 text-ink no-underline hover:bg-line"
            >
              <span className="text-s text-ink-2">{label}</span>
              <span className={`text-l font-extrabold tabular-nums ${count > 0 ? 'text-ink' : 'text-ink-3'}`}>
                {formatCount(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Jobs run every minute: a worker not seen for this long counts as stopped. In seconds. */
const LOST = 180
/** Jobs take seconds: one that has been due for this long shows that the worker falls behind. In seconds. */
const LATE = 60

const elapsed = (seconds: number): string =>
  seconds < 120 ? `${seconds}초` : `${formatCount(Math.round(seconds / 60))}분`

function verdictOf({ seen, lag, failed }: WorkerState): [Tone, string] {
  if (seen === null || seen > LOST) return ['bad', '멈춤']
  if (lag > LATE) return ['warn', '밀림']
  return failed > 0 ? ['warn', '실패 있음'] : ['good', '정상']
}

function booksVerdict({ balanced, checkedAt }: LastBookCheck): [Tone, string] {
  if (balanced === null || !checkedAt) return ['neutral', '확인 전']
  return balanced ? ['good', '맞음'] : ['bad', '어긋남']
}

/** State of the worker, and the result of the last check of the books. */
export function HealthCard({ worker, books }: { readonly worker: WorkerState; readonly books: LastBookCheck }) {
  const [tone, word] = verdictOf(worker)
  const [booksTone, booksWord] = booksVerdict(books)
  return (
    <Card aria-label="작업자" className="grid content-start gap-4">
      <CardTitle aside={<Badge tone={tone}>{word}</Badge>}>작업자</CardTitle>
      <Facts
        className="text-s tabular-nums"
        facts={[
          { term: '마지막 작업', value: worker.seen === null ? '없음' : `${elapsed(worker.seen)} 전` },
          { term: '가장 오래 밀린 작업', value: worker.lag > 0 ? elapsed(worker.lag) : '없음' },
          { term: '기다리는 작업', value: `${formatCount(worker.waiting)}개` },
          { term: '끝내 실패한 작업', value: `${formatCount(worker.failed)}개` },
          {
            term: '정산',
            value: (
              <Link href="/admin/books" prefetch={false} className="no-underline">
                <Badge tone={booksTone}>{booksWord}</Badge>
              </Link>
            ),
          },
          { term: '마지막 봉인', value: books.proof?.sealedAt ? seoulTime(books.proof.sealedAt) : '없음' },
        ]}
      />
    </Card>
  )
}

function providerVerdict({ enabled, paused, noFunds, low }: ProviderState): [Tone, string] {
  if (!enabled) return ['neutral', '꺼짐']
  if (noFunds) return ['bad', '잔액 없음']
  if (paused) return ['bad', '응답 없음']
  return low ? ['warn', '잔액 적음'] : ['good', '정상']
}

const balanceText = ({ balance, currency }: ProviderState): string =>
  balance === null ? '—' : `${Number(balance).toLocaleString('ko-KR')} ${currency ?? ''}`

/** The balance left at each provider, providers in trouble first. */
export function ProviderCard({ providers }: { readonly providers: readonly ProviderState[] }) {
  return (
    <Card aria-label="공급사 잔액" className="grid content-start gap-4">
      <CardTitle>공급사 잔액</CardTitle>
      {providers.length === 0 && <EmptyState title="공급사가 없어요." hint="공급사를 더하면 잔액이 여기에 보여요." />}
      <ul className="grid gap-2.5 text-s">
        {providers.map((provider) => {
          const [tone, word] = providerVerdict(provider)
          return (
            <li key={provider.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <PageLink path="/admin/providers" query={{ id: provider.id }}>
                {provider.name}
              </PageLink>
              <span className="ml-auto font-semibold tabular-nums">{balanceText(provider)}</span>
              <Badge tone={tone}>{word}</Badge>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** The latest errors of the worker's jobs. `now` in milliseconds. */
export function ErrorCard({ errors, now }: { readonly errors: readonly JobError[]; readonly now: number }) {
  return (
    <Card aria-label="최근 작업 오류" className="grid content-start gap-4 split:col-span-2">
      <CardTitle>최근 작업 오류</CardTitle>
      {errors.length === 0 && <p className="text-s text-ink-3">작업에서 난 오류가 없어요.</p>}
      <ul className="grid gap-3 text-s">
        {errors.map(({ id, task, attempts, lastError, at }) => (
          <li key={id} className="grid gap-0.5">
            <p className="flex flex-wrap gap-x-3">
              <b className="font-semibold">{task}</b>
              <span className="tabular-nums text-ink-3">
                {shortMoment(at, now)} · {attempts}번째
              </span>
            </p>
            <p className="line-clamp-2 wrap-anywhere text-ink-2">{lastError}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
