'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ComponentProps, useEffect, useRef } from 'react'

type NavLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & {
  readonly href: string
  readonly exact?: boolean
  /** Scrolls the menu to this link if it is the link of the current page, for a menu longer than the screen. */
  readonly inSight?: boolean
}

/** The nearest element around `element` that scrolls on its own; null if only the page does. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  let around = element.parentElement
  while (around && around !== document.body) {
    if (around.scrollHeight > around.clientHeight && /auto|scroll/.test(getComputedStyle(around).overflowY))
      return around
    around = around.parentElement
  }
  return null
}

/**
 * Scrolls the menu around a link as far as the link needs to be visible in it. scrollIntoView would also scroll the
 * page, which keeps space free at its ends (`scroll-padding`), and hide the page's title.
 */
function showInMenu(link: HTMLElement): void {
  const menu = scrollerOf(link)
  if (!menu) return
  const [inner, outer] = [link.getBoundingClientRect(), menu.getBoundingClientRect()]
  if (inner.bottom > outer.bottom) menu.scrollTop += inner.bottom - outer.bottom
  else if (inner.top < outer.top) menu.scrollTop -= outer.top - inner.top
}

/** Menu link, marked as current if the page has its path or, unless `exact`, a path below it. */
export function NavLink({ href, exact = false, inSight = false, ...rest }: NavLinkProps) {
  const path = usePathname()
  const link = useRef<HTMLAnchorElement>(null)
  const current = path === href || (!exact && path.startsWith(`${href}/`))
  const isShown = current && inSight
  useEffect(() => {
    if (isShown && link.current) showInMenu(link.current)
  }, [isShown])
  return <Link ref={link} href={href} prefetch={false} aria-current={current ? 'page' : undefined} {...rest} />
}
