import { type OrderDetails, shownDetails } from '#lib/catalog/order-details.ts'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { formatCount } from '#lib/money/points.ts'
import { orderDetailLabels } from '#lib/orders/labels.ts'

interface OrderDetailsListProps {
  readonly order: { readonly serviceType: ServiceTypeName; readonly details: OrderDetails | null }
}

/** The details of an order besides link and quantity. Renders nothing if its service requires none. */
export function OrderDetailsList({ order }: OrderDetailsListProps) {
  const shown = shownDetails(order.serviceType, order.details)
  if (shown.length === 0) return null
  return (
    <section className="grid gap-2.5">
      <h3 className="text-s font-semibold text-ink-2">{orderDetailLabels.heading}</h3>
      <dl className="grid gap-2">
        {shown.map(({ name, label, lines }) => (
          <div key={name} className="grid gap-1">
            <dt className="text-s text-ink-3">
              {label}
              {lines.length > 1 && ` ${formatCount(lines.length)}`}
            </dt>
            {/* A long list scrolls within its box; the tabIndex makes it scrollable by keyboard. */}
            <dd
              tabIndex={lines.length > 6 ? 0 : undefined}
              className="max-h-48 overflow-y-auto rounded-field bg-sunken px-3.5 py-2.5 whitespace-pre-line wrap-anywhere"
            >
              {lines.join('\n')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
