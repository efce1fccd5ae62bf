import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'

/** A paragraph, or the items of a numbered list. */
export type LegalPart = string | readonly string[]

export interface LegalArticle {
  readonly title: string
  readonly parts: readonly LegalPart[]
}

interface LegalArticlesProps {
  readonly articles: readonly LegalArticle[]
  /** The number of the first of them. */
  readonly first?: number
}

/** The articles of a legal text, each to be linked to: `#article-7`. */
export function LegalArticles({ articles, first = 1 }: LegalArticlesProps) {
  return articles.map(({ title, parts }, at) => (
    <section
      key={title}
      id={`article-${first + at}`}
      className="late grid gap-2 [contain-intrinsic-block-size:auto_280px]"
    >
      <h2 className="text-l font-semibold">{`제${first + at}조 (${title})`}</h2>
      {parts.map((part) =>
        typeof part === 'string' ? <p key={part}>{part}</p> : <Items key={part[0]} items={part} />,
      )}
    </section>
  ))
}

const Items = ({ items }: { readonly items: readonly string[] }) => (
  <ol className="grid list-decimal gap-1 pl-5 marker:tabular-nums">
    {items.map((item) => (
      <li key={item} className="pl-1">
        {item}
      </li>
    ))}
  </ol>
)

/** The page of a legal text: its name, since when it holds, the text. */
export function LegalPage({
  title,
  since,
  children,
}: {
  readonly title: string
  readonly since: string
  readonly children: ReactNode
}) {
  return (
    <article className="mx-auto grid w-full max-w-text grid-cols-1 gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
        <h1 className="text-xl font-extrabold tracking-tight">{title}</h1>
        <p className="tabular-nums text-ink-3">{since}</p>
      </header>
      <Card className="grid gap-8 text-ink-2 [&_h2]:text-ink">{children}</Card>
    </article>
  )
}
