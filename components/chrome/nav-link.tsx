'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ComponentProps, useEffect, useRef } from 'react'

type NavLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & {
  readonly href: string
  readonly exact?: boolean
  /** For a menu that is longer than the screen: scrolls it to this link if the link is the current one. */
  readonly inSight?: boolean
}

/** Menu link, marked as current on its screen and, unless `exact`, on the screens below it. */
export function NavLink({ href, exact = false, inSight = false, ...rest }: NavLinkProps) {
  const path = usePathname()
  const link = useRef<HTMLAnchorElement>(null)
  const current = path === href || (!exact && path.startsWith(`${href}/`))
  const isShown = current && inSight
  useEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return <Link ref={link} href={href} prefetch={false} aria-current={current ? 'page' : undefined} {...rest} />
}
