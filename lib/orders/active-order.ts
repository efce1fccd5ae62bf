import type { Db } from '#lib/core/db.ts'
import { activeOrderOnLink } from './errors.ts'
import { openOrder } from './rules.ts'

/** Unique index that allows a member only one open order per link, for services with `oneOrderPerLink`. */
export const OPEN_ORDER_PER_LINK_INDEX = 'orders_link_turn_idx'

type LinkOfOrder = { memberId: number; serviceId: number; link: string; cleanLink: string | null }

/**
 * SQL condition: an open order of the member on this link blocks a new order of the service. Only an order in the
 * service's category blocks it, and only if the service has `oneOrderPerLink`. The arguments are SQL expressions.
 * Orders that block each other have the same `link_turn`.
 */
export const isLinkTakenSql = (member: string, service: string, link: string, cleanLink: string): string =>
  `EXISTS (SELECT FROM orders o WHERE o.link_turn = link_turn_of(${member}, ${service}, ${link}, ${cleanLink})
    AND ${openOrder.sql('o')})`

/**
 * Refuses an order of a service with `oneOrderPerLink` if its member has an open order on the same link in the same
 * category (docs/contract.md#one-order-at-a-time). If two concurrent orders both pass this check, the unique index
 * refuses the second one.
 * @throws ACTIVE_ORDER
 */
export async function refuseIfLinkTaken(db: Db, { memberId, serviceId, link, cleanLink }: LinkOfOrder): Promise<void> {
  const [active] = await db.rows<{ id: number }>(
    `SELECT o.id FROM orders o WHERE o.link_turn = link_turn_of($1::int, $2::int, $3, $4) AND ${openOrder.sql('o')}`,
    [memberId, serviceId, link, cleanLink],
  )
  if (active) throw activeOrderOnLink(active.id)
}
