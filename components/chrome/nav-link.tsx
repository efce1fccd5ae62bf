'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ComponentProps, useEffect, useRef } from 'react'

type NavLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & {
  readonly href: string
  readonly exact?: boolean
  /** If true, a menu longer than the screen is scrolled to this link while it is the link of the current page. */
  readonly scrollsIntoView?: boolean
}

/** The nearest ancestor of `element` that scrolls by itself; null if only the page scrolls. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  let ancestor = element.parentElement
  while (ancestor && ancestor !== document.body) {
    if (ancestor.scrollHeight > ancestor.clientHeight && /auto|scroll/.test(getComputedStyle(ancestor).overflowY))
      return ancestor
    ancestor = ancestor.parentElement
  }
  return null
}

/**
 * Scrolls the menu just far enough to show `link`. scrollIntoView would also scroll the page, because of the page's
 * `scroll-padding`, and move the page's title out of sight.
 */
function showInMenu(link: HTMLElement): void {
  const menu = scrollerOf(link)
  if (!menu) return
  const [inner, outer] = [link.getBoundingClientRect(), menu.getBoundingClientRect()]
  if (inner.bottom > outer.bottom) menu.scrollTop += inner.bottom - outer.bottom
  else if (inner.top < outer.top) menu.scrollTop -= outer.top - inner.top
}

/**
 * Menu link, marked as current on the page with the path `href` and, unless `exact` is true, on the pages below that
 * path.
 */
export function NavLink({ href, exact = false, scrollsIntoView = false, ...rest }: NavLinkProps) {
  const path = usePathname()
  const link = useRef<HTMLAnchorElement>(null)
  const isCurrent = path === href || (!exact && path.startsWith(`${href}/`))
  const mustScroll = isCurrent && scrollsIntoView
  useEffect(() => {
    if (mustScroll && link.current) showInMenu(link.current)
  }, [mustScroll])
  return <Link ref={link} href={href} prefetch={false} aria-current={isCurrent ? 'page' : undefined} {...rest} />
}
