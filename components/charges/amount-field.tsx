import { RotateCcw } from 'lucide-react'
import { quickAddLabel } from '#lib/money/korean-units.ts'
import { formatCount } from '#lib/money/points.ts'
import { chipClass, chipOffClass } from '../ui/choice.tsx'
import { cx } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { added, amountOf } from './charge-draft.ts'

/** How much: typed, or added up by the buttons that staff chose; the icon starts it again. */
export function AmountField({
  amount,
  options,
  error,
  onChange,
}: {
  readonly amount: number
  readonly options: readonly number[]
  readonly error: string | null
  readonly onChange: (amount: number) => void
}) {
  return (
    <div className="grid gap-3">
      <TextField
        label="충전금액"
        name="point"
        value={amount > 0 ? formatCount(amount) : ''}
        placeholder="0"
        inputMode="numeric"
        autoComplete="off"
        error={error}
        className="text-right text-l font-extrabold tabular-nums"
        onChange={(event) => onChange(amountOf(event.target.value))}
        action={
          <>
            <span aria-hidden="true" className="font-semibold">
              원
            </span>
            <IconButton label="금액 초기화" onClick={() => onChange(0)}>
              <RotateCcw size={18} aria-hidden="true" />
            </IconButton>
          </>
        }
      />
      <div className="flex flex-wrap gap-1.5">
        {options.map((won) => (
          <button
            key={won}
            type="button"
            onClick={() => onChange(added(amount, won))}
            className={cx(chipClass, chipOffClass, 'tabular-nums')}
          >
            {quickAddLabel(won)}
          </button>
        ))}
      </div>
    </div>
  )
}
