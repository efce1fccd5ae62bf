import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { syncRuleLabels } from '#lib/providers/labels.ts'
import type { ServiceDetail } from '#lib/providers/schema.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { ShelfBadge } from './service-columns.tsx'
import { marginText, priceText } from './service-text.ts'

function upstreamFacts({ upstream, sync }: ServiceDetail): Fact[] {
  const rule = sync ? [{ term: '동기화', value: `${syncRuleLabels[sync.rule]} · 마진 ${sync.margin}%` }] : []
  if (!upstream) return rule
  const limits = `${formatCount(upstream.min)}~${formatCount(upstream.max)}`
  return [
    { term: '공급 상품', value: upstream.gone ? `${upstream.name} (사라짐)` : upstream.name },
    { term: '공급 조건', value: `${priceText(upstream.cost)} · ${limits}` },
    ...rule,
  ]
}

/** What hangs on a service: the orders that a change of it would meet, and where they go. */
export function ServiceFacts({
  service,
  detail,
}: {
  readonly service: AdminServiceRow
  readonly detail: ServiceDetail | null
}) {
  const count = (many: number | undefined) => (many === undefined ? '…' : `${formatCount(many)}건`)
  const facts: Fact[] = [
    { term: '상태', value: <ShelfBadge shelf={service.shelf} /> },
    { term: '자리', value: `${service.platformText} › ${service.categoryText}` },
    { term: '진행 주문', value: count(detail?.runningOrders) },
    { term: '자동주문', value: count(detail?.activeAutoOrders) },
    { term: '공급', value: service.providerName ?? '직접 처리' },
    ...(detail ? upstreamFacts(detail) : []),
  ]
  return <Facts facts={facts} align="start" className="text-s tabular-nums [&_dd]:wrap-anywhere" />
}

/** The fields of a service for who may only read them. */
export function ServiceTerms({ service }: { readonly service: AdminServiceRow }) {
  const facts: Fact[] = [
    { term: '가격', value: priceText(service.point) },
    { term: '원가', value: service.cost === null ? '—' : priceText(service.cost) },
    { term: '마진', value: marginText(service.point, service.cost) ?? '—' },
    { term: '수량', value: `${formatCount(service.min)}~${formatCount(service.max)}` },
    { term: '자동주문', value: service.enableAuto ? '받음' : '받지 않음' },
    { term: '설명', value: <span className="whitespace-pre-line font-normal">{service.notice || '—'}</span> },
  ]
  return (
    <Facts
      facts={facts}
      align="start"
      className="border-t border-line pt-3.5 text-s tabular-nums [&_dd]:wrap-anywhere"
    />
  )
}
