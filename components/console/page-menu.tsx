'use client'

import { NavLink } from '../chrome/nav-link.tsx'
import { Badge } from '../ui/badge.tsx'
import { type PageCountName, pageGroups } from './pages.ts'

/** Number of items that wait on each page; a count of zero is not shown. */
export type PageCounts = Readonly<Partial<Record<PageCountName, number>>>

/**
 * Links to the pages of the console, in groups. As a Client Component, the menu gets only the counts from the server,
 * not its markup.
 */
export function PageMenu({ counts }: { readonly counts: PageCounts }) {
  return (
    <nav aria-label="운영 메뉴" className="grid gap-0.5">
      {pageGroups.map((group) => (
        <section key={group.title ?? ''} aria-label={group.title ?? undefined} className="grid gap-0.5">
          {group.title && <p className="px-2.5 pt-3.5 pb-1 text-s font-semibold text-ink-3">{group.title}</p>}
          {group.pages.map((page) => (
            <NavLink
              key={page.path}
              href={page.path}
              exact={page.path === '/admin'}
              scrollsIntoView
              className="flex items-center gap-2 rounded-field px-2.5 py-[7px] text-ink-2 no-underline hover:bg-sunken aria-[current=page]:bg-main-soft aria-[current=page]:font-semibold aria-[current=page]:text-main-text touch:py-2.5"
            >
              {page.label}
              <WaitingCount count={page.count && counts[page.count]} />
            </NavLink>
          ))}
        </section>
      ))}
    </nav>
  )
}

function WaitingCount({ count }: { readonly count: number | undefined }) {
  if (!count) return null
  return (
    <Badge tone="bad" pill className="ml-auto tabular-nums">
      {count > 999 ? '999+' : count}
    </Badge>
  )
}
