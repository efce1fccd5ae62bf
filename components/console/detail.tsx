import type { ReactNode } from 'react'
import { formatCount, signedPointText } from '#lib/money/points.ts'
import { entryKindLabels } from '#lib/points/labels.ts'
import { formerMemberName } from '#lib/retained-records/labels.ts'
import { Facts } from '../ui/amount.tsx'
import { cx } from '../ui/class-names.ts'
import { seoulTime } from '../ui/seoul-time.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { rowQuery } from './list-state.ts'
import { PageLink } from './page-link.tsx'

/** A line of a detail: a term and its value. Lines whose value is null, undefined, false or '' are not shown. */
export type DetailFact = readonly [term: string, value: ReactNode]

/** The facts of the selected row as a list of terms and values. */
export function DetailFacts({
  facts,
  className,
}: {
  readonly facts: readonly DetailFact[]
  readonly className?: string
}) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
  return (
    <Facts
      facts={shown.map(([term, value]) => ({ term, value }))}
      align="start"
      className={cx('text-s tabular-nums [&_dd]:wrap-anywhere', className)}
    />
  )
}

/** A time in Seoul as the value of a DetailFact; null, so that the fact isn't shown, if `at` is null or undefined. */
export const factTimeText = (at: string | null | undefined): string | null => (at ? seoulTime(at) : null)

/** A section of a detail with a small heading. */
export function DetailPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line pt-3.5">
      <h3 className="text-s font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  )
}

interface LoadedProps<Detail> {
  /** Null while the detail is loading, or if loading failed. */
  readonly detail: Detail | null
  readonly failed: boolean
  readonly failure: string
  readonly children: (detail: Detail) => ReactNode
}

/**
 * Renders a detail that is loaded after its row was selected: a placeholder while it loads, the text `failure` on an
 * error.
 */
export function LoadedDetail<Detail>({ detail, failed, failure, children }: LoadedProps<Detail>) {
  if (failed) return <p className="text-s text-bad">{failure}</p>
  return detail ? children(detail) : <Skeleton className="h-32" />
}

interface LedgerEntry {
  readonly kind: string
  readonly createdAt: string
  /** Points added; negative if they were taken. */
  readonly delta: number
  readonly balanceAfter?: number
  readonly reason?: string | null
}

/** The ledger entries of an order or auto order, as a section of its detail. */
export function LedgerEntryList({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  return (
    <DetailPart title="포인트 내역">
      <ol className="grid gap-1.5">
        {entries.map(({ kind, createdAt, delta, balanceAfter, reason }) => (
          <li key={`${createdAt} ${kind} ${balanceAfter}`} className="grid gap-0.5 text-s tabular-nums">
            <span className="flex gap-3">
              <b className="font-semibold">{(entryKindLabels as Record<string, string>)[kind] ?? kind}</b>
              <time className="text-ink-3">{seoulTime(createdAt).slice(5)}</time>
              <b className="ml-auto font-semibold">{signedPointText(delta)}</b>
            </span>
            {reason && <span className="text-ink-2 wrap-anywhere">{reason}</span>}
          </li>
        ))}
      </ol>
    </DetailPart>
  )
}

/**
 * Link to a member in the member list, with the login id and the numeric id. A former member has only one name, which
 * contains the numeric id. The link doesn't search for the numeric id, because a search also finds newer members whose
 * login ids begin with the same digits, and the list would select one of those.
 */
export function MemberLink({ memberNo, memberId }: { readonly memberNo: number; readonly memberId: string }) {
  return (
    <PageLink path="/admin/members" query={rowQuery(memberNo)}>
      {memberId === formerMemberName(memberNo) ? memberId : `${memberId} (${formatCount(memberNo)})`}
    </PageLink>
  )
}
