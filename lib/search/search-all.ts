import type { Role } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { findCharges, findDeposits, findMembers, findOrders, findServices } from './queries.ts'
import { mayFind, type SearchTerms, searchTermsOf } from './rules.ts'
import type { Found } from './schema.ts'

/**
 * Searches everything that a member of staff with this role may read by a list of its own: of what he may not see he
 * finds nothing.
 */
export async function searchAll(db: Db, role: Role, q: string): Promise<Found> {
  const terms = searchTermsOf(q)
  const search = async <Row>(kind: keyof Found, find: (db: Db, terms: SearchTerms) => Promise<Row[]>) =>
    terms && mayFind(kind, role) ? find(db, terms) : []
  const [members, orders, charges, deposits, services] = await Promise.all([
    search('members', findMembers),
    search('orders', findOrders),
    search('charges', findCharges),
    search('deposits', findDeposits),
    search('services', findServices),
  ])
  return { members, orders, charges, deposits, services }
}
