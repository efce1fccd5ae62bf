import { type WebhookDeliveryState, webhookDeliveryStateLabels, webhookDeliveryTexts } from '#lib/webhooks/labels.ts'
import { Button } from '../ui/button.tsx'
import { ChipLinks } from '../ui/chip-links.tsx'
import { TextField } from '../ui/field.tsx'
import { hrefOf } from '../ui/href.ts'

interface DeliveryFiltersProps {
  readonly state: WebhookDeliveryState | undefined
  /** Id of an order. */
  readonly order: number | undefined
}

const shownStates: readonly WebhookDeliveryState[] = ['FAILED', 'DELIVERED', 'PENDING']

/** Filters of the list of webhook deliveries: by state, and by order id. */
export function DeliveryFilters({ state, order }: DeliveryFiltersProps) {
  const chip = (label: string, value: WebhookDeliveryState | undefined) => ({
    label,
    href: hrefOf('/account/webhooks', { state: value, order }),
    current: state === value,
  })
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <ChipLinks
        label={webhookDeliveryTexts.filters}
        links={[
          chip(webhookDeliveryTexts.everything, undefined),
          ...shownStates.map((each) => chip(webhookDeliveryStateLabels[each], each)),
        ]}
      />
      <form action="/account/webhooks" className="flex items-end gap-2">
        {state && <input type="hidden" name="state" value={state} />}
        <TextField
          key={order}
          label={webhookDeliveryTexts.order}
          labelHidden
          name="order"
          inputMode="numeric"
          maxLength={10}
          placeholder={webhookDeliveryTexts.order}
          autoComplete="off"
          defaultValue={order}
        />
        <Button type="submit">{webhookDeliveryTexts.find}</Button>
      </form>
    </div>
  )
}
