import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  readonly title: string
  readonly code: string
  /** The text that the copy button copies, if `code` only shows a masked key. */
  readonly copied?: string
}

/** A code sample with a title and a copy button; long lines wrap. */
export function CodeBlock({ title, code, copied = code }: CodeBlockProps) {
  return (
    <figure className="grid min-w-0 grid-cols-1 overflow-hidden rounded-tile border border-line">
      <figcaption className="flex items-center justify-between gap-2 bg-sunken py-1 pr-1 pl-4 text-s font-semibold text-ink-2">
        {title}
        <CopyButton text={copied} label={`${title} 복사`} iconOnly />
      </figcaption>
      <pre className="px-4 py-3 font-mono text-s break-all whitespace-pre-wrap">{code}</pre>
    </figure>
  )
}
