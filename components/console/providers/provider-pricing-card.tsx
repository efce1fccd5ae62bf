'use client'

import { firstIssue } from '#lib/core/form-errors.ts'
import { providerPricingRules } from '#lib/providers/errors.ts'
import type { ProviderPricing } from '#lib/providers/import/schema.ts'
import { exchangeRateLabel, exchangeRateText, heldListText } from '#lib/providers/labels.ts'
import type { HeldListReason } from '#lib/providers/queries/pricing.ts'
import type { ProviderRow } from '#lib/providers/schema.ts'
import { Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { Switch } from '../../ui/switch.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { parseNumber } from '../editable-list/draft.ts'
import { PageLink } from '../page-link.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { SyncPanel } from './sync-panel.tsx'

/**
 * Form of the rules by which the shop computes prices from a provider's prices: exchange rate, mark-up (`margin`), and
 * whether the list is synced every hour.
 */
function PricingForm({
  providerId,
  pricing,
  currency,
}: {
  readonly providerId: number
  readonly pricing: ProviderPricing
  readonly currency: string | null
}) {
  const { run } = useConsoleCall()
  const form = useForm(async (data) => {
    const body = {
      exchangeRate: parseNumber(textOf(data, 'exchangeRate')),
      margin: parseNumber(textOf(data, 'margin')),
      autoSync: data.get('autoSync') !== null,
    }
    const issue = firstIssue(providerPricingRules(body))
    if (issue) return issue
    const path = `/api/admin/providers/${providerId}/price-list`
    const { syncedAt: _, ...seen } = pricing
    const done = '가격 규칙을 저장했어요. 다음에 목록을 확인할 때부터 적용돼요.'
    await run({ method: 'PUT', path, body: { ...body, seen }, done })
    return null
  })
  const sharedProps = { required: true, dense: true, inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <form {...form.formProps} className="grid gap-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <TextField
          label={exchangeRateLabel(currency)}
          name="exchangeRate"
          {...sharedProps}
          fieldClassName="w-56"
          defaultValue={pricing.exchangeRate ?? ''}
          hint={pricing.exchangeRate === null ? '입력해야 원가를 계산하고 상품을 가져올 수 있어요.' : undefined}
          error={form.errorOf('exchangeRate')}
        />
        <TextField
          label="기본 가산율 (%)"
          name="margin"
          {...sharedProps}
          fieldClassName="w-32"
          defaultValue={pricing.margin}
          error={form.errorOf('margin')}
        />
      </div>
      <Switch
        label="한 시간마다 자동 동기화"
        hint="상품의 절반 이상이 사라지거나 이전 가격의 5분의 1보다 싸진 목록은 적용하지 않고 할 일에 올려요."
        name="autoSync"
        defaultChecked={pricing.autoSync}
      />
      <Button type="submit" size="s" busy={form.busy} className="justify-self-end">
        규칙 저장
      </Button>
    </form>
  )
}

interface PriceCardProps {
  readonly provider: ProviderRow
  readonly pricing: ProviderPricing
  /** The provider's list that waits for a decision of staff; null if none waits. */
  readonly heldList: HeldListReason | null
  readonly mayAct: boolean
}

/** The price rules of a provider, and the sync of its service list. */
export function ProviderPricingCard({ provider, pricing, heldList, mayAct }: PriceCardProps) {
  const syncedText = pricing.syncedAt ? `마지막 적용 ${seoulTime(pricing.syncedAt)}` : '아직 적용한 목록이 없어요.'
  const { currency } = provider
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle aside={<span className="text-s text-ink-3 tabular-nums">{syncedText}</span>}>
        가격 규칙과 동기화
      </CardTitle>
      {heldList && (
        <Notice tone="warn" className="grid gap-1.5 text-s">
          <span>{heldListText(heldList)}</span>
          <PageLink path="/admin/tasks" query={{ kind: 'SERVICE_LIST', q: provider.id }}>
            할 일 보기
          </PageLink>
        </Notice>
      )}
      {mayAct ? (
        <>
          <PricingForm key={JSON.stringify(pricing)} providerId={provider.id} pricing={pricing} currency={currency} />
          <div className="grid grid-cols-1 gap-4 border-t border-line pt-4">
            <SyncPanel
              providerId={provider.id}
              currency={currency}
              isNext={heldList !== null || pricing.syncedAt !== null}
            />
          </div>
        </>
      ) : (
        <Facts
          align="start"
          className="text-s tabular-nums"
          facts={[
            {
              term: '환율',
              value: exchangeRateText(pricing.exchangeRate, currency ?? '공급사 통화'),
            },
            { term: '기본 가산율', value: `${pricing.margin}%` },
            { term: '자동 동기화', value: pricing.autoSync ? '한 시간마다' : '끔' },
          ]}
        />
      )}
    </Card>
  )
}
