import type { ReactNode } from 'react'
import { isListPart, isTablePart, type LegalArticle, type LegalPart, type LegalTable } from '#lib/content/rules.ts'
import { Card } from '../ui/card.tsx'
import { Table } from '../ui/table.tsx'

/**
 * The articles of a legal text, each with an anchor such as `#article-7`. `contact` is inserted at the places that
 * refer to it.
 */
export function LegalArticles({
  articles,
  contact,
}: {
  readonly articles: readonly LegalArticle[]
  readonly contact: ReactNode
}) {
  return articles.map(({ title, parts }, at) => (
    <section key={title} id={`article-${at + 1}`} className="grid grid-cols-1 gap-2">
      <h2 className="text-l font-semibold">{`제${at + 1}조 (${title})`}</h2>
      {parts.map((part) => (
        <LegalPartView key={JSON.stringify(part)} part={part} contact={contact} />
      ))}
    </section>
  ))
}

function LegalPartView({ part, contact }: { readonly part: LegalPart; readonly contact: ReactNode }) {
  if (typeof part === 'string') return <p>{part}</p>
  if (isListPart(part)) return <LegalItemList items={part} />
  return isTablePart(part) ? <LegalTableView part={part} /> : contact
}

const LegalItemList = ({ items }: { readonly items: readonly string[] }) => (
  <ol className="grid list-decimal gap-1 pl-5 marker:tabular-nums">
    {items.map((item) => (
      <li key={item} className="pl-1">
        {item}
      </li>
    ))}
  </ol>
)

/** A table within a legal text. On phones each row is a card, with the first column as title and the last as badge. */
function LegalTableView({ part: { table } }: { readonly part: LegalTable }) {
  const [head = [], ...rows] = table
  const last = head.length - 1
  return (
    <Table
      caption={head.join(', ')}
      columns={head.map((name, at) => ({
        key: `${name} ${at}`,
        head: name,
        cell: (row: readonly string[]) => row[at],
        phone: at === 0 ? ('title' as const) : at === last ? ('badge' as const) : ('line' as const),
      }))}
      rows={rows}
      rowKey={(row) => row.join('|')}
      empty={null}
    />
  )
}

/** Layout of a page with a legal text: title, effective date (`since`, as text), articles. */
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
      <Card className="grid grid-cols-1 gap-8 text-ink-2 [&_h2]:text-ink">{children}</Card>
    </article>
  )
}
