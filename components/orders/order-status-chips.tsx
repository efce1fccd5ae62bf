import { orderStatuses, orderStatusLabels } from '#lib/orders/labels.ts'
import { ChipLinks } from '../ui/chip-links.tsx'
import { hrefOf } from '../ui/href.ts'

/** Filter chips: all orders, and each status. */
export function OrderStatusChips({ status }: { readonly status: number | undefined }) {
  const chip = (label: string, value: number | undefined) => ({
    label,
    href: hrefOf('/order-history', { status: value }),
    current: status === value,
  })
  return (
    <ChipLinks
      label="주문 상태"
      links={[chip('전체', undefined), ...orderStatuses.map((each) => chip(orderStatusLabels[each], each))]}
    />
  )
}
