import { autoOrderPaidHint } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { TextField } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { quantityText, toOrderInput } from './order-draft.ts'
import type { DraftFieldsProps } from './order-fields.tsx'

/**
 * Switch that makes the order an auto order, and, while it is on, fields for the number of runs and their interval.
 * Turning the switch on or off sets both to 0 (docs/product.md#order-screen).
 */
export function AutoOrderFields({
  draft,
  product,
  errors,
  onChange,
}: DraftFieldsProps & { readonly product: Product }) {
  const { amount: quantityPerRun, runs } = toOrderInput(draft)
  const isValidRuns = Number.isInteger(runs) && runs > 1
  return (
    <>
      <Switch
        label="자동주문"
        hint="정해 둔 간격으로 같은 주문을 반복해요"
        checked={draft.auto}
        disabled={!product.orderable}
        onChange={(event) => onChange({ auto: event.target.checked, runs: '0', interval: '0' })}
      />
      {draft.auto && (
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="반복 횟수"
            name="runs"
            value={draft.runs}
            inputMode="decimal"
            maxLength={6}
            autoComplete="off"
            disabled={!product.orderable}
            error={errors.runs}
            hint={isValidRuns ? quantityText(quantityPerRun, runs) : '2회부터'}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onChange({ runs: event.target.value })}
          />
          <TextField
            label="반복 간격"
            name="interval"
            value={draft.interval}
            inputMode="decimal"
            maxLength={6}
            autoComplete="off"
            disabled={!product.orderable}
            error={errors.interval}
            hint="분 단위, 60분부터"
            onFocus={(event) => event.target.select()}
            onChange={(event) => onChange({ interval: event.target.value })}
          />
          <p className="col-span-2 text-s text-ink-3">{autoOrderPaidHint}</p>
        </div>
      )}
    </>
  )
}
