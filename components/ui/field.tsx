import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

/** Props that all form fields share: label, hint, error and how they are shown. */
export interface SharedFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | null
  readonly required?: boolean
  /** Hides the label from sight, where the placeholder suffices; screen readers still announce it. */
  readonly labelHidden?: boolean
  /** Height of 38px instead of 48px, for the console's toolbars. */
  readonly dense?: boolean
}

/** Class names that text fields, text areas and selects share, without their size. */
export const controlBaseClass =
  'min-w-0 rounded-field border border-line text-ink focus:border-main-text focus:bg-card focus:outline-3 focus:outline-offset-0 focus:outline-ring aria-invalid:border-bad disabled:cursor-not-allowed disabled:text-ink-off read-only:text-ink-2'

export const controlClass = ({ dense = false }: { readonly dense?: boolean } = {}) =>
  cx(controlBaseClass, 'w-full', dense ? 'h-[2.375rem] bg-card px-3 touch:h-[2.75rem]' : 'h-[3rem] bg-sunken px-3.5')

/** Id and ARIA attributes of a control that connect it to its hint and its error. */
export function controlAttributes(id: string, { hint, error }: Pick<SharedFieldProps, 'hint' | 'error'>) {
  const descriptionIds = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { id, 'aria-describedby': descriptionIds || undefined, 'aria-invalid': error ? true : undefined }
}

/**
 * A control with its label, error and hint. The required mark is outside the label, so that it isn't part of the
 * accessible name.
 */
export function Field({
  id,
  label,
  hint,
  error,
  required,
  labelHidden,
  className,
  children,
}: SharedFieldProps & { readonly id: string; readonly className?: string; readonly children: ReactNode }) {
  return (
    <div className={cx('grid content-start gap-2', className)}>
      <div className={cx('flex gap-1 text-s font-semibold text-ink-2', labelHidden && 'sr-only')}>
        <label htmlFor={id}>{label}</label>
        {required && (
          <span aria-hidden="true" className="text-bad">
            *
          </span>
        )}
      </div>
      {children}
      {error && (
        <p id={`${id}-error`} className="text-s text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-s text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = SharedFieldProps &
  ComponentProps<'input'> & { readonly action?: ReactNode; readonly fieldClassName?: string }

/** A single-line text field; `action` is a button beside it (send a code, reset the amount). */
export function TextField({
  label,
  hint,
  error,
  required,
  labelHidden,
  dense,
  action,
  fieldClassName,
  className,
  ...rest
}: TextFieldProps) {
  const generatedId = useId()
  const id = rest.id ?? generatedId
  const input = (
    <input
      className={cx(controlClass({ dense }), className)}
      required={required}
      {...rest}
      {...controlAttributes(id, { hint, error })}
    />
  )
  return (
    <Field {...{ id, label, hint, error, required, labelHidden, className: fieldClassName }}>
      {action ? (
        // With a large text size the button wraps to a line of its own instead of narrowing the field.
        <div className="flex flex-wrap items-center gap-2 [&>input]:flex-1 [&>input]:basis-[6rem]">
          {input}
          {action}
        </div>
      ) : (
        input
      )}
    </Field>
  )
}
