import { cx } from './class-names.ts'

/** An amount that is already formatted (`29,400원`), with figures of equal width and no line break. */
export function Amount({
  text,
  size = 'm',
  className,
}: {
  readonly text: string
  readonly size?: 'm' | 'l' | 'xl'
  readonly className?: string
}) {
  const sizes = { m: 'font-semibold', l: 'text-l font-extrabold', xl: 'text-xl font-extrabold tracking-tight' }
  return <span className={cx('whitespace-nowrap tabular-nums', sizes[size], className)}>{text}</span>
}

export interface Fact {
  readonly term: string
  readonly value: React.ReactNode
}

/**
 * List of facts, each a term and its value. The values are at the right edge (`end`) or beside their terms (`start`). A
 * value at the right edge wraps to its own line if it doesn't fit beside its term, for example with enlarged text on a
 * phone.
 */
export function Facts({
  facts,
  align = 'end',
  className,
}: {
  readonly facts: readonly Fact[]
  readonly align?: 'start' | 'end'
  readonly className?: string
}) {
  return (
    <dl
      className={cx(
        'grid gap-x-4 gap-y-2.5',
        align === 'end' ? 'grid-cols-1' : 'grid-cols-[5.25rem_minmax(0,1fr)]',
        className,
      )}
    >
      {facts.map((fact) => (
        <div key={fact.term} className={align === 'end' ? 'flex flex-wrap items-baseline gap-x-4' : 'contents'}>
          <dt className="text-ink-3">{fact.term}</dt>
          <dd className={cx('font-semibold', align === 'end' && 'min-w-min flex-1 text-right')}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
