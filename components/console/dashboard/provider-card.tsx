import type { ProviderState } from '#lib/reports/queries/shop-state.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../page-link.tsx'

function verdictOf({ enabled, paused, noFunds, low }: ProviderState): [Tone, string] {
  if (!enabled) return ['neutral', '꺼짐']
  if (noFunds) return ['bad', '잔액 없음']
  if (paused) return ['bad', '응답 없음']
  return low ? ['warn', '잔액 적음'] : ['good', '정상']
}

const balanceText = ({ balance, currency }: ProviderState): string =>
  balance === null ? '—' : `${Number(balance).toLocaleString('ko-KR')} ${currency ?? ''}`

/** How much providers have left, those in trouble first. */
export function ProviderCard({ providers }: { readonly providers: readonly ProviderState[] }) {
  return (
    <Card aria-label="공급사 잔액" className="grid content-start gap-4">
      <CardTitle>공급사 잔액</CardTitle>
      {providers.length === 0 && <EmptyState title="공급사가 없어요." hint="공급사를 더하면 잔액이 여기에 보여요." />}
      <ul className="grid gap-2.5 text-s">
        {providers.map((provider) => {
          const [tone, word] = verdictOf(provider)
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
