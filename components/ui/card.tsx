import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

/** A card without border and shadow. `flush` leaves the padding to its content, such as a table. */
export function Card({ flush = false, className, ...rest }: { readonly flush?: boolean } & ComponentProps<'section'>) {
  return (
    <section
      className={cx('min-w-0 rounded-card bg-card', flush ? 'overflow-hidden' : 'px-4 py-5 wide:p-6', className)}
      {...rest}
    />
  )
}

/** Heading of a card, with a number if the card is one of several steps. */
export function CardTitle({
  step,
  aside,
  className,
  children,
  ...rest
}: { readonly step?: number; readonly aside?: ReactNode } & ComponentProps<'h2'>) {
  return (
    <div className={cx('flex flex-wrap items-center gap-x-2.5 gap-y-1', className)}>
      {step !== undefined && (
        <span
          aria-hidden="true"
          className="grid size-[1.375rem] shrink-0 place-items-center rounded-full bg-sunken text-s font-semibold text-ink-3"
        >
          {step}
        </span>
      )}
      <h2 className="text-l font-semibold" {...rest}>
        {children}
      </h2>
      {aside && <div className="ml-auto flex items-center gap-2">{aside}</div>}
    </div>
  )
}
