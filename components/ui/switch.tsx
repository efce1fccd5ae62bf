import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

// `aria-checked` is not set, because screen readers announce the state of the native checkbox. `autoComplete: 'off'`
// stops Firefox from restoring an old state after a reload, which React would not notice.
const switchAttributes = { type: 'checkbox', role: 'switch', autoComplete: 'off' } as const

/** A switch with a label and a hint; it is a native checkbox, so that forms send it. */
export function Switch({
  label,
  hint,
  className,
  ...rest
}: { readonly label: string; readonly hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  const generatedId = useId()
  const id = rest.id ?? generatedId
  return (
    <div className={cx('flex items-center gap-3', className)}>
      <div className="grid flex-1">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-s text-ink-3">
            {hint}
          </span>
        )}
      </div>
      <input
        {...switchAttributes}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-[26px] w-11 shrink-0 cursor-pointer appearance-none rounded-full bg-ink-off p-[3px] transition-colors duration-150 before:block before:size-5 before:rounded-full before:bg-card before:transition-transform before:duration-150 after:absolute after:-inset-2.5 checked:bg-main checked:before:translate-x-[18px] disabled:cursor-not-allowed disabled:opacity-50"
        {...rest}
        id={id}
      />
    </div>
  )
}
