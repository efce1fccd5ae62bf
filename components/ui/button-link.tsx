import Link from 'next/link'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'
import { cx } from './class-names.ts'

/**
 * A link that looks like a button. It has a file of its own because every page loads button.tsx, for the error screens.
 * If it were in button.tsx, every page would load the Link of Next.js too.
 */
export function ButtonLink({ tone, size, full, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={cx(buttonClass({ tone, size, full }), className)} {...rest} />
}
