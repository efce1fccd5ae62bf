import { lastChargesOf } from '#lib/charges/queries.ts'
import type { Db } from '#lib/core/db.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { readLatestAutoOrders } from '#lib/orders/auto/queries/list-for-staff.ts'
import { readLatestOrders } from '#lib/orders/queries/list-for-staff.ts'
import { latestLedgerEntries, readLatestAdjustments, readOpenDebt } from '#lib/points/queries.ts'
import { priceGroupOfMember } from '#lib/prices/queries/list-groups.ts'
import { rewardsOf } from '#lib/referrals/queries.ts'
import { lastLoginsOf } from '#lib/sessions/queries.ts'
import { unknownMember } from '../errors.ts'
import { memberForStaff, readAgreements } from '../queries.ts'
import type { AdminMember } from './schema.ts'

/** Maximum number of rows of each list in a member's detail, except the lists of ledger entries and agreements. */
const MAX_LIST_ROWS = 10

/**
 * Detail of a member for staff.
 * @throws NOT_FOUND
 */
export async function memberDetail(db: Db, memberNo: number): Promise<AdminMember> {
  const [
    member,
    keys,
    sessions,
    entries,
    orders,
    autoOrders,
    charges,
    adjustments,
    rewards,
    debt,
    agreements,
    priceGroup,
  ] = await Promise.all([
    memberForStaff(db, memberNo),
    db.rows<{ createdAt: Date }>(
      'SELECT created_at FROM api_keys WHERE member_id = $1 ORDER BY is_first DESC, id LIMIT 1',
      [memberNo],
    ),
    lastLoginsOf(db, memberNo, MAX_LIST_ROWS),
    latestLedgerEntries(db, memberNo),
    readLatestOrders(db, memberNo, MAX_LIST_ROWS),
    readLatestAutoOrders(db, memberNo, MAX_LIST_ROWS),
    lastChargesOf(db, memberNo, MAX_LIST_ROWS),
    readLatestAdjustments(db, memberNo, MAX_LIST_ROWS),
    rewardsOf(db, memberNo, MAX_LIST_ROWS),
    readOpenDebt(db, memberNo),
    readAgreements(db, memberNo),
    priceGroupOfMember(db, memberNo),
  ])
  if (!member) throw unknownMember()
  const apiKeyMadeAt = keys[0]?.createdAt.toISOString() ?? null
  const lists = { agreements, sessions, entries, orders, autoOrders, charges, adjustments, rewards }
  return { ...member, apiKeyMadeAt, debt: pointsToNumber(debt), priceGroup, ...lists }
}
