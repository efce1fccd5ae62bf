import type { ReactNode } from 'react'

/** The part of a row that names it and chooses it: a link without scripts, the row's stop for keyboards. */
export function RowLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a
      href={href}
      data-choose
      className="text-ink no-underline outline-none after:pointer-events-none after:absolute after:inset-0 focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-main-text"
    >
      {children}
    </a>
  )
}
