import { ChevronDown } from 'lucide'
import { type ComponentProps, useId } from 'react'
import { cx } from './class-names.ts'
import { controlAttributes, controlClass, Field, type SharedFieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export interface SelectOption {
  readonly value: string | number
  readonly label: string
  readonly disabled?: boolean
}

type SelectFieldProps = SharedFieldProps &
  Omit<ComponentProps<'select'>, 'children'> & {
    readonly options: readonly SelectOption[]
    /** Label of the empty first option; without it there is no empty option. */
    readonly placeholder?: string
    readonly fieldClassName?: string
  }

/** A native select, so that phones show their own picker and keyboards can search by typing. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, required, labelHidden, dense, options, placeholder, fieldClassName, className, ...rest } =
    props
  const generatedId = useId()
  const id = rest.id ?? generatedId
  return (
    <Field {...{ id, label, hint, error, required, labelHidden, className: fieldClassName }}>
      <div className="relative">
        <select
          className={cx(controlClass({ dense }), 'appearance-none pr-10', className)}
          required={required}
          {...rest}
          {...controlAttributes(id, { hint, error })}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          shape={ChevronDown}
          size={18}
          className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-3"
        />
      </div>
    </Field>
  )
}
