import type { ReactNode } from 'react'
import { CardTitle } from '../ui/card.tsx'
import { controlAttributes } from '../ui/field.tsx'

interface StepProps {
  /** Number in front of the label. */
  readonly step: number
  /** Name of the field. */
  readonly name: string
  readonly label: string
  readonly error: string | null
  readonly hint: ReactNode
  /** Content below the hint. */
  readonly below?: ReactNode
  /** Renders the field with the attributes that connect it with its label, hint and error. */
  readonly children: (attributes: ReturnType<typeof controlAttributes>) => ReactNode
}

/** A form step with a single field, whose label is the heading. Screen readers announce errors without interrupting. */
export function OrderStep({ step, name, label, error, hint, below, children }: StepProps) {
  const id = `order-${name}`
  return (
    <div className="grid content-start gap-2">
      <CardTitle step={step}>
        <label htmlFor={id}>{label}</label>
      </CardTitle>
      {children(controlAttributes(id, { hint, error }))}
      <div aria-live="polite" className="contents">
        {error && (
          <p id={`${id}-error`} className="text-s text-bad">
            {error}
          </p>
        )}
      </div>
      <p id={`${id}-hint`} className="min-h-5 text-s text-ink-3">
        {hint}
      </p>
      {below}
    </div>
  )
}
