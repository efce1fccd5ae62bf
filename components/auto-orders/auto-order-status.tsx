import { type AutoOrderStatus, autoOrderFilters, autoOrderStatusLabels, heldLabel } from '#lib/orders/auto/labels.ts'
import { isHeld } from '#lib/orders/auto/rules.ts'
import type { AutoOrderRow } from '#lib/orders/auto/schema.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { ChipLinks } from '../ui/chip-links.tsx'
import { hrefOf } from '../ui/href.ts'

const autoOrderStatusTones: Record<AutoOrderStatus, Tone> = { 0: 'main', 1: 'good', 2: 'bad', 3: 'good' }

/** Badge of an auto order's status; an active one whose product can't be ordered now is shown as held. */
export function AutoOrderStatusBadge({ status, heldAt }: Pick<AutoOrderRow, 'status' | 'heldAt'>) {
  if (isHeld({ status, heldAt })) return <Badge tone="warn">{heldLabel}</Badge>
  const knownStatus = status as AutoOrderStatus
  return <Badge tone={autoOrderStatusTones[knownStatus]}>{autoOrderStatusLabels[knownStatus]}</Badge>
}

/** Filter chips: all, active, completed, cancelled (docs/product.md#auto-order-history). */
export function AutoOrderStatusChips({ status }: { readonly status: AutoOrderStatus | undefined }) {
  const chip = (label: string, value: AutoOrderStatus | undefined) => ({
    label,
    href: hrefOf('/auto-order-history', { status: value }),
    current: status === value,
  })
  return (
    <ChipLinks
      label="자동주문 상태"
      links={[chip('전체', undefined), ...autoOrderFilters.map((each) => chip(autoOrderStatusLabels[each], each))]}
    />
  )
}
