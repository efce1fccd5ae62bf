import { controlAttributes, controlClass, Field, type SharedFieldProps } from './field.tsx'
import { parseHex, toHex } from './theme-colour.ts'

interface ColourFieldProps extends SharedFieldProps {
  readonly id: string
  readonly value: string
  /** Colour that the picker shows while the value is empty. */
  readonly fallback: string
  readonly onChange: (value: string) => void
}

/** Field for a colour, picked or typed as hex; empty means the default colour. */
export function ColourField({ id, value, fallback, onChange, ...text }: ColourFieldProps) {
  const colour = parseHex(value)
  return (
    <Field id={id} {...text}>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${text.label} 고르기`}
          value={colour ? toHex(colour) : fallback}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className="h-[2.375rem] w-12 shrink-0 cursor-pointer rounded-field border border-line bg-card p-1 touch:h-[2.75rem]"
        />
        <input
          value={value}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          placeholder={fallback}
          onChange={(event) => onChange(event.target.value)}
          className={controlClass({ dense: true })}
          {...controlAttributes(id, text)}
        />
      </div>
    </Field>
  )
}
