import { orderSearchTexts } from '#lib/orders/labels.ts'
import { TextField } from '../ui/field.tsx'
import { OrderStatusChips } from './order-status-chips.tsx'

interface OrderFiltersProps {
  readonly status: number | undefined
  /** The search text, '' without a search; null for a guest, who has no orders to search. */
  readonly typed: string | null
}

/** Filter chips and search field of the order history. */
export function OrderFilters({ status, typed }: OrderFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <OrderStatusChips status={status} />
      {typed !== null && <OrderSearch typed={typed} />}
    </div>
  )
}

/** Search of the order history by order id. It is a plain GET form, so that the URL contains the search. */
function OrderSearch({ typed }: { readonly typed: string }) {
  return (
    <search className="w-full wide:ml-auto wide:w-60">
      <form action="/order-history" key={typed}>
        <TextField
          label={orderSearchTexts.label}
          labelHidden
          placeholder={orderSearchTexts.label}
          type="search"
          name="q"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={20}
          defaultValue={typed}
          className="bg-card!"
        />
      </form>
    </search>
  )
}
