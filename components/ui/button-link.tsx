import Link from 'next/link'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'
import { cx } from './class-names.ts'

/**
 * A link that looks like a button. It is not in button.tsx, because the error screens import that file, and every page
 * loads the error screens: every page would load the Link of Next.js too.
 */
export function ButtonLink({ tone, size, full, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={cx(buttonClass({ tone, size, full }), className)} {...rest} />
}
