import Link from 'next/link'
import type { PageLink } from '#lib/reseller/documentation/queries.ts'
import { type DocumentationBase, toDocumentationHref } from './inline-text.tsx'

export type DocumentationMenuGroups = readonly { readonly group: string; readonly pages: readonly PageLink[] }[]

interface MenuProps {
  readonly groups: DocumentationMenuGroups
  readonly current: string
  readonly base: DocumentationBase
}

/** Menu of the pages of the API documentation. It stands beside the text or, on narrow screens, folded above it. */
export function DocumentationMenu({ groups, current, base }: MenuProps) {
  const title = groups.flatMap(({ pages }) => pages).find(({ name }) => name === current)?.title
  return (
    <>
      {/* The key makes a new element for each page, so that following a link folds the menu. */}
      <details key={current} className="group rounded-card bg-card split:hidden">
        <summary className="flex min-h-12 list-none items-center gap-2 px-4 font-semibold wide:px-6 [&::-webkit-details-marker]:hidden">
          <span className="text-ink-3">문서</span>
          <span className="min-w-0 flex-1">{title}</span>
          <span aria-hidden="true" className="text-ink-3 transition-transform duration-150 group-open:rotate-180">
            ▾
          </span>
        </summary>
        <div className="border-t border-line px-2 py-3 wide:px-4">
          <PageLinks groups={groups} current={current} base={base} />
        </div>
      </details>
      <div className="sticky top-[76px] hidden max-h-[calc(100dvh-92px)] self-start overflow-y-auto split:block">
        <PageLinks groups={groups} current={current} base={base} />
      </div>
    </>
  )
}

function PageLinks({ groups, current, base }: MenuProps) {
  return (
    <nav aria-label="API 문서" className="grid gap-4">
      {groups.map(({ group, pages }) => (
        <div key={group} className="grid gap-0.5">
          <p className="px-3 pb-1 text-s font-semibold text-ink-3">{group}</p>
          {pages.map(({ name, title, path }) => (
            <Link
              key={name}
              href={toDocumentationHref(path, base)}
              prefetch={false}
              aria-current={name === current ? 'page' : undefined}
              className="rounded-field px-3 py-1.5 text-ink-2 no-underline transition-colors duration-150 hover:bg-line hover:text-ink aria-[current=page]:bg-main-soft aria-[current=page]:font-semibold aria-[current=page]:text-main-text touch:py-2.5"
            >
              {title}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
