import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide'
import Link from 'next/link'
import { buttonClass } from './button.tsx'
import { cx } from './class-names.ts'
import { controlBaseClass } from './field.tsx'
import { hrefOf, type Query } from './href.ts'
import { Icon, type IconNode } from './icon.tsx'
import { LinkBusy } from './link-busy.tsx'
import { PageAnnouncer } from './page-announcer.tsx'
import { pageWindow } from './page-window.ts'

interface PaginationProps {
  readonly path: string
  /** Query parameters of every link, besides the page. */
  readonly query?: Query
  readonly page: number
  readonly pageSize?: number
  /** Number of rows on all pages. */
  readonly total: number
  /** Links on each side of the current page: 2 on the order and history screens (docs/product.md#pagination). */
  readonly neighbours?: number
  /** Whether to show a field in which the user types a page number. It is shown only if some pages have no link. */
  readonly goTo?: boolean
}

const pageLinkClass =
  'grid min-h-[2.25rem] min-w-9 place-items-center rounded-field px-1 text-s font-semibold no-underline touch:min-h-11 touch:min-w-11 wide:px-2'

/** Links to the first, previous, numbered, next and last page. Renders nothing if there is only one page. */
export function Pagination({
  path,
  query = {},
  page,
  pageSize = 10,
  total,
  neighbours = 4,
  goTo = true,
}: PaginationProps) {
  const pageLinks = pageWindow({ page, pageSize, total, neighbours })
  if (!pageLinks) return null
  const hrefOfPage = (target: number) => hrefOf(path, { ...query, page: target > 1 ? target : undefined })
  const step = (label: string, shape: IconNode, target: number, className?: string) => (
    <StepLink
      label={label}
      shape={shape}
      href={target === pageLinks.page ? undefined : hrefOfPage(target)}
      className={className}
    />
  )
  return (
    <nav aria-label="페이지" className="flex flex-wrap items-center justify-center gap-y-1 py-4 wide:gap-x-1">
      <PageAnnouncer page={pageLinks.page} last={pageLinks.last} />
      {step('첫 페이지', ChevronFirst, 1, secondRowClass)}
      {step('이전 페이지', ChevronLeft, Math.max(1, pageLinks.page - 1))}
      {pageLinks.pages.map((number) => (
        <Link
          key={number}
          href={hrefOfPage(number)}
          prefetch={false}
          aria-label={`${number} 페이지`}
          aria-current={number === pageLinks.page ? 'page' : undefined}
          className={cx(
            pageLinkClass,
            number === pageLinks.page ? 'bg-ink text-card' : 'text-ink-2 hover:bg-line',
            'tabular-nums',
          )}
        >
          {number}
          <LinkBusy />
        </Link>
      ))}
      {step('다음 페이지', ChevronRight, Math.min(pageLinks.last, pageLinks.page + 1))}
      <span aria-hidden="true" className="order-1 basis-full wide:hidden" />
      {step('마지막 페이지', ChevronLast, pageLinks.last, secondRowClass)}
      {goTo && pageLinks.last > pageLinks.pages.length && (
        <GoToPageForm path={path} query={query} last={pageLinks.last} />
      )}
    </nav>
  )
}

// On a phone of 360px, five page numbers and the links to the previous and next page fill the width. The links to the
// first and last page are in a second row.
const secondRowClass = 'max-wide:order-2'

function StepLink({
  label,
  shape,
  href,
  className,
}: {
  readonly label: string
  readonly shape: IconNode
  readonly href?: string
  readonly className?: string
}) {
  const icon = <Icon shape={shape} size={18} />
  if (!href)
    return (
      <span aria-hidden="true" className={cx(pageLinkClass, 'text-ink-off', className)}>
        {icon}
      </span>
    )
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={label}
      className={cx(pageLinkClass, 'text-ink-2 hover:bg-line', className)}
    >
      {icon}
      <LinkBusy />
    </Link>
  )
}

/**
 * Field for a page number, as a plain GET form. It needs no script: browsers themselves ignore an Enter that ends a
 * Hangul composition.
 */
function GoToPageForm({ path, query, last }: { readonly path: string; readonly query: Query; readonly last: number }) {
  const hiddenFields = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  return (
    <form action={path} className={cx('ml-2 flex items-center gap-1.5', secondRowClass)}>
      {hiddenFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <input
        name="page"
        inputMode="numeric"
        aria-label={`이동할 페이지, 1부터 ${last}까지`}
        autoComplete="off"
        className={cx(controlBaseClass, 'h-[2.25rem] w-[4rem] bg-card px-2 text-center text-s touch:h-[2.75rem]')}
      />
      <button type="submit" className={cx(buttonClass({ size: 's' }), 'min-h-[2.25rem]')}>
        이동
      </button>
    </form>
  )
}
