import { type AttemptOutcome, attemptOutcomeLabels } from '#lib/providers/labels.ts'
import type { ProviderAttempt, ProviderRow } from '#lib/providers/schema.ts'
import { providerErrorText } from '#lib/providers/staff-labels.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { DetailPart, LoadedDetail } from '../detail.tsx'
import { PageLink } from '../page-link.tsx'
import { RowTime } from '../row-context.tsx'
import { useDetail } from '../use-detail.ts'

const outcomeTones: Record<AttemptOutcome, Tone> = {
  SENT: 'good',
  UNKNOWN: 'bad',
  REFUSED: 'warn',
  NO_FUNDS: 'warn',
  UNSENT: 'neutral',
}

/** How `useDetail` loads the delivery attempts at a provider. It loads them again when any value of the row changes. */
const attemptsRequest = {
  pathOf: ({ id }: ProviderRow) => `/api/admin/providers/${id}/attempts`,
  versionOf: (row: ProviderRow) => JSON.stringify(row),
}

/**
 * The latest delivery attempts at a provider, newest first. Each links to its order; an attempt with an unknown outcome
 * links to its task instead.
 */
export function AttemptList({ provider }: { readonly provider: ProviderRow }) {
  const answer = useDetail<ProviderRow, { readonly rows: readonly ProviderAttempt[] }>(provider, attemptsRequest)
  return (
    <DetailPart title="최근 응답">
      <LoadedDetail {...answer} failure="최근 응답을 불러오지 못했어요.">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-s text-ink-3">아직 보낸 주문이 없어요.</p>
          ) : (
            <ol className="grid gap-2.5">
              {rows.map((attempt) => (
                <AttemptLine key={attempt.id} attempt={attempt} />
              ))}
            </ol>
          )
        }
      </LoadedDetail>
    </DetailPart>
  )
}

function AttemptLine({ attempt: { orderId, outcome, error, startedAt } }: { readonly attempt: ProviderAttempt }) {
  return (
    <li className="grid gap-0.5 text-s tabular-nums">
      <span className="flex items-center gap-2">
        <b className="font-semibold">
          <PageLink path={outcome === 'UNKNOWN' ? '/admin/tasks' : '/admin/orders'} query={{ q: orderId }}>
            주문 {orderId}
          </PageLink>
        </b>
        <span className="text-ink-3">
          <RowTime at={startedAt} />
        </span>
        <Badge tone={outcome ? outcomeTones[outcome] : 'neutral'} className="ml-auto">
          {outcome ? attemptOutcomeLabels[outcome] : '보내는 중'}
        </Badge>
      </span>
      {error && <span className="text-ink-3 wrap-anywhere">{providerErrorText(error)}</span>}
    </li>
  )
}
