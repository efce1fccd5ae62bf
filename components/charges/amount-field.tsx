import { RotateCcw } from 'lucide'
import { useState } from 'react'
import { quickAddLabel } from '#lib/money/korean-units.ts'
import { chipClass, chipOffClass } from '../ui/choice.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { withAddedAmount } from './charge-draft.ts'
import { WonField } from './won-field.tsx'

/**
 * Field for the amount of a charge. The amount can be typed, or added up with quick-add buttons; an icon button clears
 * it.
 */
export function AmountField({
  text,
  options,
  error,
  onChange,
}: {
  /** The field's text, as `amountFieldText` formats it. */
  readonly text: string
  /** Amounts of the quick-add buttons, in won; staff set them. */
  readonly options: readonly number[]
  readonly error: string | null
  readonly onChange: (text: string) => void
}) {
  /**
   * Announcement for screen readers after a button has changed the amount: the focus is on the button, so they don't
   * read the field.
   */
  const [announced, setAnnounced] = useState('')
  const press = (next: string) => {
    setAnnounced(next ? `충전금액 ${next}원` : '금액을 지웠어요.')
    onChange(next)
  }
  const type = (next: string) => {
    setAnnounced('')
    onChange(next)
  }
  return (
    <div className="relative grid gap-3">
      <WonField
        label="충전금액"
        name="point"
        text={text}
        placeholder="0"
        error={error}
        className="text-right text-l font-extrabold tabular-nums"
        onText={type}
        action={
          <>
            <span aria-hidden="true" className="font-semibold">
              원
            </span>
            <IconButton label="금액 초기화" onClick={() => press('')}>
              <Icon shape={RotateCcw} size={18} />
            </IconButton>
          </>
        }
      />
      <div className="flex flex-wrap gap-1.5">
        {options.map((won) => (
          <button
            key={won}
            type="button"
            onClick={() => press(withAddedAmount(text, won))}
            className={cx(chipClass, chipOffClass, 'tabular-nums')}
          >
            {quickAddLabel(won)}
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  )
}
