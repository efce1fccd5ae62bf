import type { ErrorRow } from '#lib/reseller/documentation/blocks.ts'
import { Badge } from '../ui/badge.tsx'
import { type DocumentationBase, InlineText } from './inline-text.tsx'

interface ErrorListProps {
  readonly caption: string
  readonly rows: readonly ErrorRow[]
  readonly base: DocumentationBase
}

/** Error responses, each with its cause and how to fix it. */
export function ErrorList({ caption, rows, base }: ErrorListProps) {
  return (
    <ul aria-label={caption} className="grid grid-cols-1 border-t border-line">
      {rows.map(({ status, code, message, cause, cure }) => (
        <li key={`${code}-${message}-${cause}`} className="grid grid-cols-1 gap-1.5 border-b border-line py-3.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'neutral'}>{status}</Badge>
            {code && <code className="font-mono text-s text-ink-3 break-all">{code}</code>}
          </p>
          <p className="font-semibold">{message}</p>
          <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 text-ink-2">
            <dt className="text-ink-3">원인</dt>
            <dd>
              <InlineText text={cause} base={base} />
            </dd>
            <dt className="text-ink-3">해결</dt>
            <dd>
              <InlineText text={cure} base={base} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}
