'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ComponentProps, useEffect, useRef } from 'react'

type NavLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & {
  readonly href: string
  readonly exact?: boolean
  /** Scrolls a menu that is longer than the screen to this entry when it opens. */
  readonly inSight?: boolean
}

/** A link of a menu that knows when its screen is the current one; `exact` isn't current for those below it. */
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
