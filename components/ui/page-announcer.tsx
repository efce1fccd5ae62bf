'use client'

import { useEffect, useRef } from 'react'

/** The last table of the page before `element`. */
const findTableBefore = (element: Element): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main table')].findLast(
    (table) => table.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  )

/** Where each page of a list was scrolled to when it was shown last, by its address. */
const scrolledTo = new Map<string, number>()

/**
 * Says which page of a list is shown. When another one is, moves the focus from the pressed link to the table above it,
 * so that Tab and a screen reader go on with the new rows, and brings the table into view where more than a list is on
 * the screen: Next.js scrolls to the top of the whole page. After a step back or forward the page is scrolled to where
 * the reader left it: the browser, which tries this before the rows are there, doesn't get further than the end of the
 * present page.
 */
export function PageAnnouncer({ page, last }: { readonly page: number; readonly last: number }) {
  const status = useRef<HTMLParagraphElement>(null)
  const shownPage = useRef(page)
  /** The address to which the last step back or forward has led, and where its page was scrolled to. */
  const returned = useRef<{ readonly href: string; readonly top: number } | null>(null)
  useEffect(() => {
    const record = () => scrolledTo.set(location.href, scrollY)
    // The browser may have restored the position of a reloaded page before.
    record()
    const recordReturn = () => {
      returned.current = { href: location.href, top: scrolledTo.get(location.href) ?? 0 }
    }
    addEventListener('scroll', record, { passive: true })
    addEventListener('popstate', recordReturn)
    return () => {
      removeEventListener('scroll', record)
      removeEventListener('popstate', recordReturn)
    }
  }, [])
  useEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    const nav = status.current?.closest('nav')
    const table = nav && findTableBefore(nav)
    if (!table) return
    const { top } = table.getBoundingClientRect()
    if (returned.current?.href === location.href) scrollTo({ top: returned.current.top, behavior: 'instant' })
    else if (top < 0 || top > innerHeight / 2) table.scrollIntoView({ block: 'start' })
    returned.current = null
    if (document.activeElement !== document.body && !nav.contains(document.activeElement)) return
    table.setAttribute('tabindex', '-1')
    table.focus({ preventScroll: true })
  }, [page])
  return (
    <p ref={status} role="status" className="sr-only">
      전체 {last}페이지 중 {page}페이지
    </p>
  )
}
