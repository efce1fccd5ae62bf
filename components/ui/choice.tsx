import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

export const chipClass =
  'inline-flex min-h-[34px] items-center gap-1.5 rounded-full px-[13px] py-1.5 text-s font-semibold no-underline transition-colors duration-150 touch:min-h-11 touch:px-4'
export const chipOffClass = 'bg-sunken text-ink-2 hover:bg-line'
/** A selected chip has inverted text and background colours, not the accent. */
export const chipOnClass = 'bg-ink text-card'

/**
 * A radio or a checkbox that looks like a chip. The native input stays, so keyboards and forms work as usual.
 * `autoComplete="off"` stops Firefox from restoring an old choice after a reload, which React would not notice.
 */
export function ChoiceChip({
  label,
  type = 'radio',
  className,
  ...rest
}: { readonly label: ReactNode; readonly type?: 'radio' | 'checkbox' } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label
      className={cx(
        chipClass,
        chipOffClass,
        'relative has-checked:bg-ink has-checked:text-card has-checked:hover:bg-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-main-text has-disabled:cursor-not-allowed has-disabled:text-ink-off',
        className,
      )}
    >
      <input
        type={type}
        autoComplete="off"
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
        {...rest}
      />
      <span className="pointer-events-none relative">{label}</span>
    </label>
  )
}

/** A group of chips with a legend. */
export function ChoiceGroup({
  legend,
  error,
  hint,
  className,
  children,
}: {
  readonly legend: string
  readonly error?: string | null
  readonly hint?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <fieldset className={cx('grid min-w-0 gap-2', className)}>
      <legend className="mb-2 text-s font-semibold text-ink-2">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">{children}</div>
      {error && <p className="text-s text-bad">{error}</p>}
      {hint && <p className="text-s text-ink-3">{hint}</p>}
    </fieldset>
  )
}

/** A checkbox with its label beside it. */
export function Checkbox({
  label,
  className,
  ...rest
}: { readonly label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={cx('inline-flex min-h-9 items-center gap-2 text-m text-ink-2 touch:min-h-11', className)}>
      <input type="checkbox" className="size-[18px] shrink-0 accent-main" {...rest} />
      {label}
    </label>
  )
}
