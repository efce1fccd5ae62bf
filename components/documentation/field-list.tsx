import type { FieldRow } from '#lib/reseller/documentation/blocks.ts'
import { Badge } from '../ui/badge.tsx'
import { type DocumentationBase, InlineText } from './inline-text.tsx'

interface FieldListProps {
  readonly caption: string
  readonly rows: readonly FieldRow[]
  readonly base: DocumentationBase
}

/**
 * Fields of an HTTP request or response, with their types and meanings. Only fields of requests are marked as required.
 */
export function FieldList({ caption, rows, base }: FieldListProps) {
  const marksRequired = caption !== '응답 항목' && caption !== '본문 항목'
  return (
    <div className="grid min-w-0 grid-cols-1">
      <p className="pb-2 text-s font-semibold text-ink-2">{caption}</p>
      <ul className="grid grid-cols-1 border-t border-line">
        {rows.map(({ name, type, required, meaning }) => (
          <li key={name} className="grid grid-cols-1 gap-1 border-b border-line py-3">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <code className="font-mono text-s font-semibold break-all">{name}</code>
              <span className="text-s text-ink-3">{type}</span>
              {marksRequired && required && <Badge tone="main">필수</Badge>}
            </p>
            <p className="text-ink-2">
              <InlineText text={meaning} base={base} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
