import Link from 'next/link'
import type { ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'
import { hrefOf } from '../ui/href.ts'
import { pageGroups } from './pages.ts'

const consolePaths = pageGroups.flatMap(({ pages }) => pages.map(({ path }) => path))

export interface PageLinkProps {
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** True if the link is a part of a sentence or line of text: it is then underlined, since its colour isn't enough. */
  readonly inText?: boolean
  readonly children: ReactNode
}

/**
 * Link to a page of the console, or to the page of one of its rows (its path and the row's id), with this query. If the
 * console has no such page, only the text is shown.
 */
export function PageLink({ path, query = {}, inText = false, children }: PageLinkProps) {
  if (!consolePaths.includes(path.replace(/\/\d+$/, ''))) return children
  return (
    <Link
      href={hrefOf(path, query)}
      prefetch={false}
      className={cx('relative wrap-anywhere text-main-text', inText ? 'underline' : 'no-underline hover:underline')}
    >
      {children}
    </Link>
  )
}
