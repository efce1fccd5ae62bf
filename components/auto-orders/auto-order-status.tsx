import {
  type AutoOrderStatus,
  autoOrderFilters,
  autoOrderStatusLabels,
  autoOrderWaitLabels,
} from '#lib/orders/auto/labels.ts'
import { findAutoOrderWaitReason } from '#lib/orders/auto/rules.ts'
import type { AutoOrderRow } from '#lib/orders/auto/schema.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { ChipLinks } from '../ui/chip-links.tsx'
import { hrefOf } from '../ui/href.ts'

const autoOrderStatusTones: Record<AutoOrderStatus, Tone> = { 0: 'main', 1: 'good', 2: 'bad', 3: 'good' }

/** The status of an auto order, and the facts that show whether its next run is waiting. */
export type AutoOrderState = Pick<AutoOrderRow, 'status' | 'heldAt' | 'runs' | 'completed'> & {
  /** Whether the member has an open debt: the auto order then makes no runs. */
  readonly memberOwes: boolean
}

/**
 * Badge of an auto order's status. An active auto order whose next run waits is shown as held, or as waiting for a
 * debt.
 */
export function AutoOrderStatusBadge(order: AutoOrderState) {
  const waitReason = findAutoOrderWaitReason(order)
  if (waitReason) return <Badge tone="warn">{autoOrderWaitLabels[waitReason]}</Badge>
  const knownStatus = order.status as AutoOrderStatus
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
