import Link from 'next/link'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'
import { cx } from './class-names.ts'

/**
 * A link that looks like a button. Not in button.tsx, because the error screens, which every page loads, have buttons but
 * not the link of Next.
 */
export function ButtonLink({ tone, size, full, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={cx(buttonClass({ tone, size, full }), className)} {...rest} />
}
