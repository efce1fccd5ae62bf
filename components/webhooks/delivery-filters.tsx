import { type DeliveryState, deliveryStateLabels, deliveryTexts } from '#lib/webhooks/labels.ts'
import { Button } from '../ui/button.tsx'
import { ChipLinks } from '../ui/chip-links.tsx'
import { TextField } from '../ui/field.tsx'
import { hrefOf } from '../ui/href.ts'

interface DeliveryFiltersProps {
  readonly state: DeliveryState | undefined
  /** Id of an order. */
  readonly order: number | undefined
}

const shownStates: readonly DeliveryState[] = ['FAILED', 'DELIVERED', 'PENDING']

/** Filters of the list of webhook deliveries: by state, and by order id. */
export function DeliveryFilters({ state, order }: DeliveryFiltersProps) {
  const chip = (label: string, value: DeliveryState | undefined) => ({
    label,
    href: hrefOf('/account/webhooks', { state: value, order }),
    current: state === value,
  })
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <ChipLinks
        label={deliveryTexts.filters}
        links={[
          chip(deliveryTexts.everything, undefined),
          ...shownStates.map((each) => chip(deliveryStateLabels[each], each)),
        ]}
      />
      <form action="/account/webhooks" className="flex items-end gap-2">
        {state && <input type="hidden" name="state" value={state} />}
        <TextField
          key={order}
          label={deliveryTexts.order}
          labelHidden
          name="order"
          inputMode="numeric"
          maxLength={10}
          placeholder={deliveryTexts.order}
          autoComplete="off"
          defaultValue={order}
        />
        <Button type="submit">{deliveryTexts.find}</Button>
      </form>
    </div>
  )
}
