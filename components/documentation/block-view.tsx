import type { Block } from '#lib/reseller/documentation/blocks.ts'
import { Badge, Notice } from '../ui/badge.tsx'
import { cx } from '../ui/class-names.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { CodeWithApiKey } from './code-with-api-key.tsx'
import { DataTable } from './data-table.tsx'
import { ErrorList } from './error-list.tsx'
import { ExampleTabs } from './example-tabs.tsx'
import { FieldList } from './field-list.tsx'
import { type DocumentationBase, InlineText } from './inline-text.tsx'
import { TryPanel } from './try-panel.tsx'

type BlockProps<Kind extends Block['kind']> = {
  readonly block: Extract<Block, { kind: Kind }>
  readonly base: DocumentationBase
}

/** One block of a page of the API documentation (lib/reseller/documentation/blocks.ts). */
export function BlockView({ block, base }: { readonly block: Block; readonly base: DocumentationBase }) {
  if (block.kind === 'heading') return <HeadingView block={block} base={base} />
  if (block.kind === 'paragraph')
    return (
      <p className="text-ink-2">
        <InlineText text={block.text} base={base} />
      </p>
    )
  if (block.kind === 'note')
    return (
      <Notice tone="main">
        <InlineText text={block.text} base={base} />
      </Notice>
    )
  if (block.kind === 'list') return <ListView block={block} base={base} />
  if (block.kind === 'endpoint') return <EndpointView block={block} base={base} />
  if (block.kind === 'table') return <DataTable {...block} base={base} />
  if (block.kind === 'fields') return <FieldList {...block} base={base} />
  if (block.kind === 'errors') return <ErrorList {...block} base={base} />
  if (block.kind === 'code') return <CodeWithApiKey title={block.title} code={block.code} />
  if (block.kind === 'trial') return <TryPanel trials={block.trials} />
  return <ExampleView block={block} base={base} />
}

function HeadingView({ block: { level, id, text }, base }: BlockProps<'heading'>) {
  const Tag = level === 2 ? 'h2' : 'h3'
  return (
    <Tag
      id={id}
      className={cx('group font-extrabold', level === 2 ? 'border-t border-line pt-6 text-l' : 'pt-2 text-m')}
    >
      <a href={`#${id}`} className="no-underline hover:underline">
        <InlineText text={text} base={base} />
        <span aria-hidden="true" className="ml-1.5 text-ink-3 opacity-0 group-hover:opacity-100">
          #
        </span>
      </a>
    </Tag>
  )
}

function ListView({ block: { ordered, items }, base }: BlockProps<'list'>) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className={cx('grid gap-1.5 pl-5 text-ink-2 marker:text-ink-3', ordered ? 'list-decimal' : 'list-disc')}>
      {items.map((item) => (
        <li key={item} className="pl-0.5">
          <InlineText text={item} base={base} />
        </li>
      ))}
    </Tag>
  )
}

function EndpointView({ block: { method, path } }: BlockProps<'endpoint'>) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge tone={method === 'GET' ? 'good' : 'main'}>{method}</Badge>
      <code className="min-w-0 font-mono font-semibold break-all">{path}</code>
      <CopyButton text={path} label={`${path} 복사`} iconOnly />
    </p>
  )
}

function ExampleView({ block: { title, samples, status, answer, test } }: BlockProps<'example'>) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <p className="text-s font-semibold text-ink-2">{title}</p>
      <ExampleTabs title={title} samples={samples} test={test} />
      <CodeBlock title={`응답 ${status}`} code={answer} />
    </div>
  )
}
