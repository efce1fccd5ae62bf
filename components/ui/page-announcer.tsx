'use client'

import { useEffect, useRef } from 'react'
import { wasTraversal } from './navigation-state.ts'

/** The last table of the page before `element`. */
const findTableBefore = (element: Element): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main table')].findLast(
    (table) => table.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  )

/**
 * Says which page of a list is shown. When another one is, moves the focus from the pressed link to the table above it,
 * so that Tab and a screen reader go on with the new rows, and brings the table into view where more than a list is on
 * the screen: Next.js scrolls to the top of the whole page. After a step back or forward the page stays where the
 * browser has put it, which is where the reader left it.
 */
export function PageAnnouncer({ page, last }: { readonly page: number; readonly last: number }) {
  const status = useRef<HTMLParagraphElement>(null)
  const shownPage = useRef(page)
  useEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    const nav = status.current?.closest('nav')
    const table = nav && findTableBefore(nav)
    if (!table) return
    const { top } = table.getBoundingClientRect()
    if (!wasTraversal() && (top < 0 || top > innerHeight / 2)) table.scrollIntoView({ block: 'start' })
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
