import Link from 'next/link'
import { ChipRow } from './chip-row.tsx'
import { chipClass, chipOffClass, chipOnClass } from './choice.tsx'
import { cx } from './class-names.ts'
import { LinkBusy } from './link-busy.tsx'

/** The padding leaves room for the outline of a focused chip, which the scrolling row would cut off. */
const rowClass =
  '-m-1.5 flex min-w-0 gap-1.5 p-1.5 max-wide:overflow-x-auto max-wide:[scrollbar-width:none] wide:flex-wrap'
const chipBareClass = 'text-ink-2 hover:bg-line'

export interface ChipLink {
  readonly href: string
  readonly label: string
  readonly current: boolean
  readonly count?: number
}

/**
 * A row of filters as links; the selected one is stored in the URL. On a narrow screen the row scrolls sideways. `bare`
 * omits the background of the chips, for the console.
 */
export function ChipLinks({
  label,
  links,
  bare = false,
}: {
  readonly label: string
  readonly links: readonly ChipLink[]
  readonly bare?: boolean
}) {
  return (
    <ChipRow label={label} className={rowClass}>
      {links.map((link) => (
        <Link
          key={link.href}
          href={link.href}
          prefetch={false}
          scroll={false}
          aria-current={link.current ? 'true' : undefined}
          className={cx(
            chipClass,
            'whitespace-nowrap max-wide:shrink-0',
            link.current ? chipOnClass : bare ? chipBareClass : chipOffClass,
          )}
        >
          {link.label}
          <LinkBusy />
          {link.count !== undefined && <span className="font-normal">{link.count.toLocaleString('ko-KR')}</span>}
        </Link>
      ))}
    </ChipRow>
  )
}
