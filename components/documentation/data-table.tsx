import { withoutMarkdown } from '#lib/reseller/documentation/inline-text.ts'
import { cx } from '../ui/class-names.ts'
import { type DocumentationBase, InlineText } from './inline-text.tsx'

interface DataTableProps {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly base: DocumentationBase
}

/** CSS classes that show the name of the column before a cell on phones. */
const labelledCell =
  'max-wide:before:w-16 max-wide:before:shrink-0 max-wide:before:text-s max-wide:before:leading-[1.8] max-wide:before:text-ink-3 max-wide:before:content-[attr(data-label)]'

/**
 * A table. On phones each row is a block with its cells below one another; cells that contain only a dash are hidden.
 * With more than two columns, each cell except the first follows the name of its column.
 */
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
                data-label={withoutMarkdown(heads[at] ?? '')}
                className={cx(
                  'py-2.5 pr-4 align-top last:pr-0 max-wide:py-0 max-wide:pr-0',
                  at === 0 && 'wide:whitespace-nowrap',
                  // Makes a column at least as wide as the longest `code` element in it.
                  'wide:[&_code]:wrap-break-word',
                  at > 0 && 'max-wide:flex max-wide:gap-3',
                  at > 0 && heads.length > 2 && labelledCell,
                  text === '—' && 'max-wide:hidden',
                )}
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
