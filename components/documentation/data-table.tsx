import { plainText } from '#lib/reseller/documentation/inline-text.ts'
import { type DocumentationBase, InlineText } from './inline-text.tsx'

interface DataTableProps {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly base: DocumentationBase
}

/** A table; on a phone each row is a block in which the cells stand below one another, under the names of their columns. */
export function DataTable({ caption, heads, rows, base }: DataTableProps) {
  return (
    <table className="w-full border-collapse text-left max-wide:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-wide:sr-only">
        <tr>
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className="border-b border-line py-2 pr-4 text-s font-semibold text-ink-3 last:pr-0"
            >
              <InlineText text={head} base={base} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-wide:block max-wide:border-t max-wide:border-line">
        {rows.map((row) => (
          <tr key={row[0]} className="border-b border-line max-wide:grid max-wide:gap-1 max-wide:py-3">
            {row.map((text, at) => (
              <td
                key={heads[at]}
                data-label={plainText(heads[at] ?? '')}
                className="py-2.5 pr-4 align-top last:pr-0 max-wide:py-0 max-wide:pr-0 max-wide:not-first:flex max-wide:not-first:gap-3 max-wide:not-first:before:w-16 max-wide:not-first:before:shrink-0 max-wide:not-first:before:text-s max-wide:not-first:before:leading-[1.8] max-wide:not-first:before:text-ink-3 max-wide:not-first:before:content-[attr(data-label)]"
              >
                <span className="min-w-0">
                  <InlineText text={text} base={base} />
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
