'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ComponentProps } from 'react'

type NavLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & { readonly href: string; readonly exact?: boolean }

/** A link of a menu that knows when its screen is the current one; `exact` isn't current for those below it. */
export function NavLink({ href, exact = false, ...rest }: NavLinkProps) {
  const path = usePathname()
  const current = path === href || (!exact && path.startsWith(`${href}/`))
  return <Link href={href} prefetch={false} aria-current={current ? 'page' : undefined} {...rest} />
}
