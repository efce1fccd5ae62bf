'use client'

import { outcomeLabels } from '#lib/providers/labels.ts'
import type { ProviderAttempt, ProviderRow } from '#lib/providers/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { shortMoment } from '../moments.ts'
import { PageLink } from '../page-link.tsx'
import { useDetail } from '../use-detail.ts'
import { outcomeTones } from './provider-text.ts'

/** What a provider last answered, newest first; what nobody knows leads to where it is settled. `now` in milliseconds. */
export function AttemptList({ provider, now }: { readonly provider: ProviderRow; readonly now: number }) {
  const path = `/api/admin/providers/${provider.id}/attempts`
  const { detail, failed } = useDetail<{ rows: ProviderAttempt[] }>(path, JSON.stringify(provider), null)
  return (
    <section className="grid gap-2 border-t border-line pt-3.5">
      <h3 className="text-s font-semibold text-ink-2">최근 응답</h3>
      {!detail && !failed && <Skeleton className="h-24" />}
      {failed && <p className="text-s text-bad">최근 응답을 불러오지 못했습니다.</p>}
      {detail?.rows.length === 0 && <p className="text-s text-ink-3">아직 보낸 주문이 없어요.</p>}
      {detail && (
        <ol className="grid gap-2.5">
          {detail.rows.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} now={now} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Attempt({ attempt, now }: { readonly attempt: ProviderAttempt; readonly now: number }) {
  const { orderId, outcome, error, startedAt } = attempt
  const path = outcome === 'UNKNOWN' ? '/admin/tasks' : '/admin/orders'
  return (
    <li className="grid gap-0.5 text-s tabular-nums">
      <span className="flex items-center gap-2">
        <b className="font-semibold">
          <PageLink path={path} query={{ q: orderId }}>
            주문 {orderId}
          </PageLink>
        </b>
        <time title={seoulTime(startedAt)} className="text-ink-3">
          {shortMoment(startedAt, now)}
        </time>
        <Badge tone={outcome ? outcomeTones[outcome] : 'neutral'} className="ml-auto">
          {outcome ? outcomeLabels[outcome] : '보내는 중'}
        </Badge>
      </span>
      {error && <span className="text-ink-3 wrap-anywhere">{error}</span>}
    </li>
  )
}
