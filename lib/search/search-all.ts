import type { Role } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { findCharges, findDeposits, findMembers, findOrders, findServices } from './queries.ts'
import { mayFindKind, readSearchTerms, type SearchTerms } from './rules.ts'
import type { FoundItems } from './schema.ts'

/**
 * Searches all kinds of records whose lists a staff member of this role may read; the results of other kinds are empty.
 */
export async function searchAll(db: Db, role: Role, q: string): Promise<FoundItems> {
  const terms = readSearchTerms(q)
  const search = async <Row>(kind: keyof FoundItems, find: (db: Db, terms: SearchTerms) => Promise<Row[]>) =>
    terms && mayFindKind(kind, role) ? find(db, terms) : []
  const [members, orders, charges, deposits, services] = await Promise.all([
    search('members', findMembers),
    search('orders', findOrders),
    search('charges', findCharges),
    search('deposits', findDeposits),
    search('services', findServices),
  ])
  return { members, orders, charges, deposits, services }
}
