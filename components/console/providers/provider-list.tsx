'use client'

import type { ReactNode } from 'react'
import { formatCount } from '#lib/money/points.ts'
import { healthLabels } from '#lib/providers/labels.ts'
import { healthOf } from '#lib/providers/rules.ts'
import type { ProviderRow } from '#lib/providers/schema.ts'
import { Facts } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { FormList } from '../form-list.tsx'
import { PageLink } from '../page-link.tsx'
import { RowLink } from '../row-link.tsx'
import { AttemptList } from './attempt-list.tsx'
import { providerKind } from './provider-kind.tsx'
import { balanceText, healthTones, hostOf, moneyText } from './provider-text.ts'

export function HealthBadge({ provider, now }: { readonly provider: ProviderRow; readonly now: number }) {
  const health = healthOf(provider, now)
  return <Badge tone={healthTones[health]}>{healthLabels[health]}</Badge>
}

/** `now` in milliseconds. */
const columnsAt = (now: number): readonly Column<ProviderRow>[] => [
  {
    key: 'name',
    head: '공급사',
    cell: ({ id, name, apiUrl }) => (
      <>
        <RowLink href={`/admin/providers?id=${id}`}>
          <b className="font-semibold wrap-anywhere">{name}</b>
        </RowLink>
        <span className="block text-ink-3 wrap-anywhere">{hostOf(apiUrl)}</span>
      </>
    ),
    className: 'wide:w-full wide:py-1.5',
    phone: 'title',
  },
  {
    key: 'balance',
    head: '잔액',
    cell: (row) => <b className="font-semibold">{balanceText(row)}</b>,
    align: 'right',
    phone: 'amount',
  },
  {
    key: 'services',
    head: '상품',
    cell: ({ services }) => `${formatCount(services)}개`,
    align: 'right',
    className: 'max-wide:hidden',
    phone: 'line',
  },
  {
    key: 'unknown',
    head: '확인 필요',
    cell: ({ unknown }) => (unknown > 0 ? <b className="font-semibold text-bad">{formatCount(unknown)}건</b> : '—'),
    align: 'right',
    className: 'max-wide:hidden',
    phone: 'line',
  },
  { key: 'health', head: '상태', cell: (row) => <HealthBadge provider={row} now={now} />, phone: 'badge' },
]

function ProviderFacts({ provider, now }: { readonly provider: ProviderRow; readonly now: number }) {
  const { pausedUntil, noFundsUntil, failures, alertBelow, currency, unknown, services } = provider
  const rests = [pausedUntil, noFundsUntil].filter((moment) => moment !== null && Date.parse(moment) > now)
  return (
    <>
      <Facts
        align="start"
        className="text-s tabular-nums [&_dd]:wrap-anywhere"
        facts={[
          { term: '상태', value: <HealthBadge provider={provider} now={now} /> },
          { term: '잔액', value: balanceText(provider) },
          { term: '알림 기준', value: alertBelow > 0 ? moneyText(alertBelow, currency) : '알리지 않음' },
          { term: '주소', value: hostOf(provider.apiUrl) },
          { term: '연속 실패', value: `${formatCount(failures)}번` },
          ...(rests[0] ? [{ term: '다시 시도', value: seoulTime(rests[0]) }] : []),
          { term: '상품', value: `${formatCount(services)}개` },
          {
            term: '확인 필요',
            value:
              unknown > 0 ? (
                <PageLink path="/admin/tasks" query={{ kind: 'DELIVERY_UNKNOWN' }}>
                  {formatCount(unknown)}건 · 할 일에서 확인
                </PageLink>
              ) : (
                '없음'
              ),
          },
        ]}
      />
      <ButtonLink size="s" tone="tint" href={`/admin/providers/${provider.id}`}>
        상품 목록·가격 규칙
      </ButtonLink>
    </>
  )
}

interface ProviderListProps {
  readonly rows: readonly ProviderRow[]
  readonly chosen: number | undefined
  readonly tools: ReactNode
  /** The server's time, in milliseconds. */
  readonly now: number
  /** Providers are the OWNER's (docs/contract.md#staff). */
  readonly mayAct: boolean
}

/** Those who fulfil orders: how they are, what they last said, and how they are reached. */
export function ProviderList({ rows, chosen, tools, now, mayAct }: ProviderListProps) {
  return (
    <FormList
      kind={providerKind}
      rows={rows}
      chosen={chosen}
      columns={columnsAt(now)}
      tools={tools}
      searched
      start={{}}
      mayAct={mayAct}
      facts={(row) => <ProviderFacts provider={row} now={now} />}
      more={(row) => <AttemptList key={row.id} provider={row} now={now} />}
    />
  )
}
