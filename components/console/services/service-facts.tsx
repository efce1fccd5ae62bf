import { type SaleState, saleStateLabels } from '#lib/catalog/labels.ts'
import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { typeLabel } from '#lib/catalog/service-types.ts'
import { formatCount } from '#lib/money/points.ts'
import { markUpText, priceText } from '#lib/money/prices.ts'
import { costText, syncRuleLabels } from '#lib/providers/labels.ts'
import type { ServiceDetail } from '#lib/providers/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { type DetailFact, DetailFacts } from '../detail.tsx'

export const saleStateTones: Record<SaleState, Tone> = {
  SALE: 'good',
  READ_ONLY: 'warn',
  HIDDEN: 'neutral',
  WITHDRAWN: 'bad',
}

interface ServiceFactsProps {
  readonly service: AdminServiceRow
  readonly detail: ServiceDetail | null
}

function upstreamFacts({ upstream, sync }: ServiceDetail): readonly DetailFact[] {
  const rule: DetailFact = ['동기화', sync && `${syncRuleLabels[sync.rule]} · 가산율 ${sync.margin}%`]
  if (!upstream) return [rule]
  return [
    ['공급 상품', upstream.gone ? `${upstream.name} (사라짐)` : upstream.name],
    [
      '공급 조건',
      `${costText(upstream.cost, upstream.gone)} · ${formatCount(upstream.min)}~${formatCount(upstream.max)}`,
    ],
    rule,
  ]
}

/**
 * Facts to look at before changing a service: how many orders and auto orders are running, and its provider service.
 */
export function ServiceFacts({ service, detail }: ServiceFactsProps) {
  const countText = (count: number | undefined) => (count === undefined ? '…' : `${formatCount(count)}건`)
  return (
    <DetailFacts
      facts={[
        [
          '상태',
          <Badge key="saleState" tone={saleStateTones[service.saleState]}>
            {saleStateLabels[service.saleState]}
          </Badge>,
        ],
        ['자리', `${service.platformText} › ${service.categoryText}`],
        ['주문 방식', service.type !== 'Default' && typeLabel(service.type)],
        ['진행 주문', countText(detail?.runningOrders)],
        ['자동주문', countText(detail?.activeAutoOrders)],
        ['공급', service.providerName ?? '직접 처리'],
        ...(detail ? upstreamFacts(detail) : []),
      ]}
    />
  )
}

/** The fields of a service, for viewers who may not edit them. */
export function ReadOnlyServiceFacts({ service }: Pick<ServiceFactsProps, 'service'>) {
  return (
    <DetailFacts
      className="border-t border-line pt-3.5"
      facts={[
        ['가격', priceText(service.point)],
        ['원가', service.cost === null ? '—' : priceText(service.cost)],
        ['가산율', markUpText(service.point, service.cost) ?? '—'],
        ['수량', `${formatCount(service.min)}~${formatCount(service.max)}`],
        ['자동주문', service.enableAuto ? '받음' : '받지 않음'],
        ['리필', service.refillDays > 0 ? `${formatCount(service.refillDays)}일` : '받지 않음'],
        ['진행 중 취소 요청', service.canCancel ? '받음' : '받지 않음'],
        ['링크당 한 주문', service.oneOrderPerLink && '예'],
        [
          '설명',
          <span key="notice" className="whitespace-pre-line font-normal">
            {service.notice || '—'}
          </span>,
        ],
      ]}
    />
  )
}
