import { linkTarget } from '#lib/orders/rules.ts'
import type { AdminOrderRow } from '#lib/orders/schema.ts'

/** Without what every link has: a column shows what tells two apart. */
const brief = (link: string): string => link.replace(/^https?:\/\/(www\.)?/i, '')

/** What a member ordered for, opened without telling that page where from. */
export function OrderLink({
  order,
  short = false,
}: {
  readonly order: Pick<AdminOrderRow, 'link' | 'cleanLink'>
  readonly short?: boolean
}) {
  return (
    <a
      href={order.cleanLink ?? linkTarget(order.link)}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={short ? order.link : undefined}
      className="relative text-main-text no-underline hover:underline"
    >
      {short ? brief(order.link) : order.link}
    </a>
  )
}
