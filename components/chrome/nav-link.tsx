'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ComponentProps } from 'react'

/** A link of a menu that knows when its screen is the current one. */
export function NavLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'href'> & { readonly href: string }) {
  const path = usePathname()
  const current = path === href || path.startsWith(`${href}/`)
  return <Link href={href} prefetch={false} aria-current={current ? 'page' : undefined} {...rest} />
}
