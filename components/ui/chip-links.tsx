import Link from 'next/link'
import { chipClass, chipOffClass, chipOnClass } from './choice.tsx'
import { cx } from './class-names.ts'
import { LinkBusy } from './link-busy.tsx'

const chipBareClass = 'text-ink-2 hover:bg-line'

export interface ChipLink {
  readonly href: string
  readonly label: string
  readonly current: boolean
  readonly count?: number
}

/** A row of filters as links; the selected one is stored in the URL. `bare` omits the background, for the console. */
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
    <nav aria-label={label} className="flex flex-wrap gap-1.5">
      {links.map((link) => (
        <Link
          key={link.href}
          href={link.href}
          prefetch={false}
          scroll={false}
          aria-current={link.current ? 'true' : undefined}
          className={cx(chipClass, link.current ? chipOnClass : bare ? chipBareClass : chipOffClass)}
        >
          {link.label}
          <LinkBusy />
          {link.count !== undefined && <span className="font-normal">{link.count.toLocaleString('ko-KR')}</span>}
        </Link>
      ))}
    </nav>
  )
}
