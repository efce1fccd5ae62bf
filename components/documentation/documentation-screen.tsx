import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Block } from '#lib/reseller/documentation/blocks.ts'
import { withoutMarkdown } from '#lib/reseller/documentation/inline-text.ts'
import type { LoadedPage, PageLink } from '#lib/reseller/documentation/queries.ts'
import { Card } from '../ui/card.tsx'
import { BlockView } from './block-view.tsx'
import { DocumentationMenu, type DocumentationMenuGroups } from './documentation-menu.tsx'
import { type DocumentationBase, toDocumentationHref } from './inline-text.tsx'
import { MarkdownLink } from './markdown-link.tsx'

interface ScreenProps {
  readonly page: LoadedPage
  readonly groups: DocumentationMenuGroups
  readonly base: DocumentationBase
  /** Links shown before the link to the Markdown version of the page. */
  readonly actions?: ReactNode
}

/**
 * Adds React keys to the blocks. The index is a stable key, because blocks never change their positions; two blocks may
 * be equal, so their content isn't a key.
 */
const withKeys = (blocks: readonly Block[]) => blocks.map((block, at) => ({ key: String(at), block }))

/** A page of the API documentation: menu, text and, on wide screens, a list of its headings of level 2. */
export function DocumentationScreen({ page, groups, base, actions }: ScreenProps) {
  const { name, title, summary, path, blocks, previous, next } = page
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 split:grid-cols-[184px_minmax(0,1fr)_184px] split:gap-6">
      <DocumentationMenu groups={groups} current={name} base={base} />
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        <Card>
          <article className="grid min-w-0 grid-cols-1 gap-4">
            <header className="grid gap-1.5">
              <h1 className="text-xl font-extrabold tracking-tight">{title}</h1>
              <p className="text-ink-2">{summary}</p>
              <p className="flex flex-wrap gap-2 pt-1.5">
                {actions}
                <MarkdownLink path={`${path}.md`} />
              </p>
            </header>
            {withKeys(blocks).map(({ key, block }) => (
              <BlockView key={key} block={block} base={base} />
            ))}
          </article>
        </Card>
        <PreviousAndNextLinks previous={previous} next={next} base={base} />
      </div>
      <PageHeadings blocks={blocks} />
    </div>
  )
}

function PageHeadings({ blocks }: { readonly blocks: readonly Block[] }) {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []))
  return (
    <nav
      aria-label="이 페이지"
      className="sticky top-[76px] hidden max-h-[calc(100dvh-92px)] content-start gap-0.5 self-start overflow-y-auto split:grid"
    >
      <p className="px-3 pb-1 text-s font-semibold text-ink-3">이 페이지</p>
      {headings.map(({ id, text }) => (
        <a
          key={id}
          href={`#${id}`}
          className="rounded-field px-3 py-1 text-s text-ink-2 no-underline hover:bg-line hover:text-ink"
        >
          {withoutMarkdown(text)}
        </a>
      ))}
    </nav>
  )
}

interface PreviousAndNextProps {
  readonly previous: PageLink | null
  readonly next: PageLink | null
  readonly base: DocumentationBase
}

function PreviousAndNextLinks({ previous, next, base }: PreviousAndNextProps) {
  return (
    <nav aria-label="이전과 다음 문서" className="grid grid-cols-2 gap-4">
      {[previous, next].map((page, at) =>
        page ? (
          <Link
            key={page.name}
            href={toDocumentationHref(page.path, base)}
            prefetch={false}
            className={`grid gap-0.5 rounded-card bg-card px-4 py-3.5 no-underline hover:bg-sunken ${at === 1 ? 'col-start-2 text-right' : ''}`}
          >
            <span className="text-s text-ink-3">{at === 0 ? '이전' : '다음'}</span>
            <span className="font-semibold text-ink">{page.title}</span>
          </Link>
        ) : null,
      )}
    </nav>
  )
}
