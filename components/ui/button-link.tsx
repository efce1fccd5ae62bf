import Link from 'next/link'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'
import { cx } from './class-names.ts'

/**
 * A link that looks like a button. It is not in button.tsx, so that the error screens, which every page loads with
 * their buttons, don't load the Link of Next.js.
 */
export function ButtonLink({ tone, size, full, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={cx(buttonClass({ tone, size, full }), className)} {...rest} />
}
