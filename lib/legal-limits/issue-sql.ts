/**
 * Kinds of ledger entries that give points without payment; their credits count as issued points. Refunds and
 * recoveries don't belong here: they return points that were issued before.
 */
const FREE_KINDS = "'CHARGE_BONUS', 'COUPON', 'REFERRAL_REWARD', 'ADJUSTMENT'"

/**
 * SQL condition: a ledger entry gives points without payment. Leaves out points of a bonus or coupon that come back
 * because a cancellation was refused: they were issued by the entry with `seq` 0. The first line is the condition of the
 * index point_entries_gifts_idx.
 */
export const isGiftSql = `kind IN (${FREE_KINDS}) AND delta > 0
  AND NOT (kind IN ('CHARGE_BONUS', 'COUPON') AND seq > 0)`

/**
 * SQL columns that sum up ledger entries. `paid` and `free`: points issued for payment and without payment; nothing
 * reduces them later. `delta`: change of the outstanding balance.
 */
export const issueSumsSql = `
  coalesce(sum(delta) FILTER (WHERE kind IN ('CHARGE', 'CARD_CHARGE')), 0)::bigint AS paid,
  coalesce(sum(delta) FILTER (WHERE ${isGiftSql}), 0)::bigint AS free,
  coalesce(sum(delta), 0)::bigint AS delta`
