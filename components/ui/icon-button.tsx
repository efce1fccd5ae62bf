import Link from 'next/link'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** Class names of a round button of 36px whose clickable area is 44px. */
export const iconButtonClass =
  'relative grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink-2 transition-colors duration-150 after:absolute after:-inset-1 hover:bg-line hover:text-ink'

export function IconButton({
  label,
  className,
  type = 'button',
  ...rest
}: { readonly label: string } & ComponentProps<'button'>) {
  return <button type={type} aria-label={label} title={label} className={cx(iconButtonClass, className)} {...rest} />
}

export function IconLink({ label, className, ...rest }: { readonly label: string } & ComponentProps<typeof Link>) {
  return <Link prefetch={false} aria-label={label} title={label} className={cx(iconButtonClass, className)} {...rest} />
}
