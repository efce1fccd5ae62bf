import Link from 'next/link'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'
import { cx } from './class-names.ts'

/**
 * A link that looks like a button. It isn't in button.tsx, because every page loads the error screens with their
 * buttons, and these should not load the Link of Next.js.
 */
export function ButtonLink({ tone, size, full, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={cx(buttonClass({ tone, size, full }), className)} {...rest} />
}
