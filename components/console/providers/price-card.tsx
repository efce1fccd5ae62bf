import type { PriceListRow, ProviderRow } from '#lib/providers/schema.ts'
import { Facts } from '../../ui/amount.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { PriceListForm } from './price-list-form.tsx'
import { SyncPanel } from './sync-panel.tsx'

interface PriceCardProps {
  readonly provider: ProviderRow
  readonly prices: PriceListRow
  readonly mayAct: boolean
}

/** How a provider's list becomes the shop's prices, and the list itself asked for now. */
export function PriceCard({ provider, prices, mayAct }: PriceCardProps) {
  const synced = prices.syncedAt ? `마지막 적용 ${seoulTime(prices.syncedAt)}` : '아직 적용한 목록이 없어요.'
  const currency = provider.currency ?? '공급사 통화'
  return (
    <Card className="grid gap-4">
      <CardTitle aside={<span className="text-s text-ink-3 tabular-nums">{synced}</span>}>가격 규칙과 동기화</CardTitle>
      {mayAct ? (
        <>
          <PriceListForm key={JSON.stringify(prices)} providerId={provider.id} prices={prices} currency={currency} />
          <div className="grid gap-4 border-t border-line pt-4">
            <SyncPanel providerId={provider.id} />
          </div>
        </>
      ) : (
        <Facts
          align="start"
          className="text-s tabular-nums"
          facts={[
            {
              term: '환율',
              value: `1 ${currency} = ${prices.exchangeRate.toLocaleString('ko-KR', { maximumFractionDigits: 5 })}원`,
            },
            { term: '기본 마진', value: `${prices.margin}%` },
            { term: '자동 동기화', value: prices.autoSync ? '한 시간마다' : '끔' },
          ]}
        />
      )}
    </Card>
  )
}
