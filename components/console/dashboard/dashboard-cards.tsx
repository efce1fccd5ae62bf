import Link from 'next/link'
import type { LastBookCheck } from '#lib/books/schema.ts'
import { type Channel, channelLabels, noMailServerText } from '#lib/messages/labels.ts'
import { formatCount, pointText } from '#lib/money/points.ts'
import { ownerWithoutEmailText } from '#lib/pending-changes/labels.ts'
import { jobLabels } from '#lib/reports/labels.ts'
import type { BackupState } from '#lib/reports/queries/backup-state.ts'
import type { JobError, ProviderState, WorkerState } from '#lib/reports/queries/system-health.ts'
import type { WaitingCounts } from '#lib/reports/queries/waiting.ts'
import type { DailyRow } from '#lib/reports/schema.ts'
import { noCarrierWarnings, settingLabels } from '#lib/settings/labels.ts'
import type { VerificationSetting } from '#lib/settings/rules.ts'
import { Amount, Facts } from '../../ui/amount.tsx'
import { Badge, Notice } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { shortTimeText } from '../format.ts'
import { PageLink } from '../page-link.tsx'
import { TitledCard } from '../titled-card.tsx'

interface CarrierNoticesProps {
  /** Settings that require verification codes, although the shop can't send these codes. */
  readonly verifications: readonly VerificationSetting[]
  /** The channels through which the shop can't send messages. */
  readonly unreachable: readonly Channel[]
}

/**
 * Warnings that the shop can't send messages: codes without which nobody can sign up, or reset links for members who
 * forgot their password. If both would warn of missing e-mail, only the warning about the codes is shown.
 */
export function CarrierNotices({ verifications, unreachable }: CarrierNoticesProps) {
  const isMailMissing = unreachable.includes('EMAIL') && !verifications.includes('ENABLE_EMAIL_VERIFY')
  return (
    <>
      {verifications.map((key) => (
        <Notice key={key} tone="warn" className="text-s">
          <PageLink path="/admin/settings">{settingLabels[key].name}</PageLink> · {noCarrierWarnings[key]}
        </Notice>
      ))}
      {isMailMissing && (
        <Notice tone="warn" className="text-s">
          <PageLink path="/admin/outbox">{channelLabels.EMAIL}</PageLink> · {noMailServerText}
        </Notice>
      )}
    </>
  )
}

interface OwnerEmailNoticeProps {
  /** E-mail address of the OWNER who looks at the page; null if he has given none. */
  readonly email: string | null
}

/**
 * Asks an OWNER without an e-mail address for one, as the first migrate makes him without: changes that wait couldn't be
 * mailed to him (docs/contract.md#pending-changes).
 */
export function OwnerEmailNotice({ email }: OwnerEmailNoticeProps) {
  if (email !== null) return null
  return (
    <Notice tone="warn" className="text-s">
      <Link href="/account" prefetch={false} className="text-main-text no-underline hover:underline">
        계정설정
      </Link>{' '}
      · {ownerWithoutEmailText}
    </Notice>
  )
}

const todayFigures: readonly (readonly [
  label: string,
  value: (day: DailyRow) => number,
  text: (value: number) => string,
])[] = [
  ['매출', (day) => day.sales, pointText],
  ['충전', (day) => day.charged, pointText],
  ['환불', (day) => day.refunded, pointText],
  ['신규 회원', (day) => day.members, (count) => `${formatCount(count)}명`],
]

/**
 * Today's figures so far, beside the full figures of yesterday and of the same weekday a week ago. `days` are the
 * latest days, newest first, starting with today.
 */
export function TodayCard({ days }: { readonly days: readonly DailyRow[] }) {
  return (
    <TitledCard
      title="오늘"
      aside={
        <Link href="/admin/reports" prefetch={false} className="text-s text-main-text no-underline hover:underline">
          통계
        </Link>
      }
      className="grid gap-4"
    >
      <div className="grid grid-cols-1 gap-5 wide:grid-cols-2 split:grid-cols-4">
        {todayFigures.map(([label, value, text]) => {
          const textOfDay = (daysAgo: number) => text(days[daysAgo] ? value(days[daysAgo]) : 0)
          return (
            <div key={label} className="grid content-start gap-1">
              <h3 className="text-s font-semibold text-ink-3">{label}</h3>
              <Amount text={textOfDay(0)} size="xl" />
              <Facts
                className="text-s tabular-nums [&_dd]:font-normal"
                facts={[
                  { term: '어제', value: textOfDay(1) },
                  { term: '지난주 같은 요일', value: textOfDay(7) },
                ]}
              />
            </div>
          )
        })}
      </div>
    </TitledCard>
  )
}

interface WaitingCardProps {
  readonly counts: WaitingCounts
  /** Number of held auto orders. */
  readonly held: number
  /** Number of messages from the last day that could not be sent. */
  readonly unsent: number
}

/**
 * Numbers of tasks, charges, deposits and so on that wait for staff, each linked to the page where they are handled.
 */
export function WaitingCard({ counts, held, unsent }: WaitingCardProps) {
  const waiting = [
    ['올라온 할 일', '/admin/tasks', counts.tasks],
    ['충전 대기', '/admin/charges', counts.charges],
    ['입금 대기', '/admin/deposits', counts.deposits],
    ['환불 접수', '/admin/refunds', counts.refunds],
    ['영수증 요청', '/admin/receipts', counts.receipts],
    ['주문접수', '/admin/orders?status=0', counts.orders],
    ['직접 처리할 요청', '/admin/requests?status=ASKED', counts.requests],
    ['답변할 문의', '/admin/questions', counts.questions],
    ['일시 중지된 자동주문', '/admin/auto-orders', held],
    ['최근 하루 발송 실패', '/admin/outbox?status=FAILED', unsent],
  ] as const
  return (
    <TitledCard title="처리 대기" className="grid gap-4">
      <ul className="grid grid-cols-2 gap-2 console:grid-cols-5">
        {waiting.map(([label, href, count]) => (
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
    </TitledCard>
  )
}

/**
 * The worker checks for due jobs every minute. If its last check was more than this many seconds ago, it is shown as
 * stopped.
 */
const WORKER_LOST_SECONDS = 180
/**
 * If the oldest waiting job is late by more than this many seconds, the worker is shown as late. Normally a job is done
 * within seconds.
 */
const WORKER_LATE_SECONDS = 60

const elapsedText = (seconds: number): string =>
  seconds < 120 ? `${seconds}초` : `${formatCount(Math.round(seconds / 60))}분`

function WorkerBadge({ seen, lag, failed }: WorkerState) {
  if (seen === null || seen > WORKER_LOST_SECONDS) return <Badge tone="bad">멈춤</Badge>
  if (lag > WORKER_LATE_SECONDS) return <Badge tone="warn">밀림</Badge>
  return failed > 0 ? <Badge tone="warn">실패 있음</Badge> : <Badge tone="good">정상</Badge>
}

function BooksBadge({ balanced, checkedAt }: LastBookCheck) {
  if (balanced === null || !checkedAt) return <Badge>확인 전</Badge>
  return balanced ? <Badge tone="good">맞음</Badge> : <Badge tone="bad">어긋남</Badge>
}

/**
 * A full copy of the database is made once a day. If the last one is more than this many seconds old, the backup is
 * shown as late.
 */
const BASE_LATE_SECONDS = 26 * 3_600
/**
 * If the last archived database change is more than this many seconds old, archiving is shown as stopped. Normally it
 * is a few seconds old.
 */
const ARCHIVE_LATE_SECONDS = 300

/** Badge that shows whether the backups are recent enough to restore the shop after a loss of its database. */
function BackupBadge({ baseAge, archiveAge, isTried }: BackupState) {
  if (!isTried) return <Badge>설정 전</Badge>
  if (baseAge === null || archiveAge === null || archiveAge > ARCHIVE_LATE_SECONDS)
    return <Badge tone="bad">멈춤</Badge>
  return baseAge > BASE_LATE_SECONDS ? <Badge tone="warn">밀림</Badge> : <Badge tone="good">정상</Badge>
}

const backupText = ({ baseAge, archiveAge }: BackupState): string => {
  const ages = [
    ['전체', baseAge],
    ['변경분', archiveAge],
  ] as const
  return ages.map(([name, age]) => `${name} ${age === null ? '없음' : `${elapsedText(age)} 전`}`).join(', ')
}

interface HealthCardProps {
  readonly worker: WorkerState
  readonly books: LastBookCheck
  readonly backups: BackupState
}

/** State of the worker and of the backups, and the result of the last check of the books. */
export function HealthCard({ worker, books, backups }: HealthCardProps) {
  return (
    <TitledCard title="자동 작업" aside={<WorkerBadge {...worker} />} className="grid content-start gap-4">
      <Facts
        className="text-s tabular-nums"
        facts={[
          { term: '마지막 작업', value: worker.seen === null ? '없음' : `${elapsedText(worker.seen)} 전` },
          { term: '가장 오래 밀린 작업', value: worker.lag > 0 ? elapsedText(worker.lag) : '없음' },
          { term: '대기 중인 작업', value: `${formatCount(worker.waiting)}개` },
          { term: '실패한 작업', value: `${formatCount(worker.failed)}개` },
          {
            term: '정산',
            value: (
              <Link href="/admin/books" prefetch={false} className="no-underline">
                <BooksBadge {...books} />
              </Link>
            ),
          },
          { term: '백업', value: <BackupBadge {...backups} /> },
          { term: '마지막 백업', value: backupText(backups) },
          { term: '마지막 기록 서명', value: books.proof?.sealedAt ? seoulTime(books.proof.sealedAt) : '없음' },
        ]}
      />
    </TitledCard>
  )
}

function ProviderBadge({ enabled, paused, noFunds, low }: ProviderState) {
  if (!enabled) return <Badge>꺼짐</Badge>
  if (noFunds) return <Badge tone="bad">잔액 없음</Badge>
  if (paused) return <Badge tone="bad">응답 없음</Badge>
  return low ? <Badge tone="warn">잔액 적음</Badge> : <Badge tone="good">정상</Badge>
}

const providerBalanceText = ({ balance, currency }: ProviderState): string =>
  balance === null ? '—' : `${Number(balance).toLocaleString('ko-KR')} ${currency ?? ''}`

/** The shop's balance at each of these providers, the providers with a problem first. */
export function ProviderBalancesCard({ providers }: { readonly providers: readonly ProviderState[] }) {
  return (
    <TitledCard title="공급사 잔액" className="grid content-start gap-4">
      {providers.length === 0 && <EmptyState title="공급사가 없어요." hint="공급사를 더하면 잔액이 여기에 보여요." />}
      <ul className="grid gap-2.5 text-s">
        {providers.map((provider) => (
          <li key={provider.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PageLink path="/admin/providers" query={{ id: provider.id }}>
              {provider.name}
            </PageLink>
            <span className="ml-auto font-semibold tabular-nums">{providerBalanceText(provider)}</span>
            <ProviderBadge {...provider} />
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

/** The latest errors of the worker's jobs. `now` is in milliseconds. */
export function JobErrorCard({ errors, now }: { readonly errors: readonly JobError[]; readonly now: number }) {
  return (
    <TitledCard title="최근 자동 작업 오류" className="grid content-start gap-4 split:col-span-2">
      {errors.length === 0 && <p className="text-s text-ink-3">자동 작업에서 난 오류가 없어요.</p>}
      <ul className="grid gap-3 text-s">
        {errors.map(({ id, task, attempts, lastError, at }) => (
          <li key={id} className="grid gap-0.5">
            <p className="flex flex-wrap gap-x-3">
              <b className="font-semibold">{jobLabels[task] ?? task}</b>
              <span className="tabular-nums text-ink-3">
                {shortTimeText(at, now)} · {attempts}번째
              </span>
            </p>
            <p className="line-clamp-2 wrap-anywhere text-ink-2">{lastError}</p>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
