import { type ComponentProps, useId } from 'react'
import { cx } from './class-names.ts'
import { controlAttributes, controlBaseClass, Field, type SharedFieldProps } from './field.tsx'

type TextAreaProps = SharedFieldProps & ComponentProps<'textarea'> & { readonly fieldClassName?: string }

/** A multi-line text field that grows with its text, if the browser supports it. */
export function TextArea({
  label,
  hint,
  error,
  required,
  labelHidden,
  dense,
  className,
  fieldClassName,
  ...rest
}: TextAreaProps) {
  const generatedId = useId()
  const id = rest.id ?? generatedId
  return (
    <Field {...{ id, label, hint, error, required, labelHidden, className: fieldClassName }}>
      <textarea
        className={cx(
          controlBaseClass,
          'field-sizing-content max-h-80 min-h-20 w-full resize-y',
          dense ? 'bg-card px-3 py-2' : 'bg-sunken px-3.5 py-2.5',
          className,
        )}
        required={required}
        {...rest}
        {...controlAttributes(id, { hint, error })}
      />
    </Field>
  )
}
