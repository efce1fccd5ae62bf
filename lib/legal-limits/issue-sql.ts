/**
 * Ledger kinds that give points without payment; only their credits count as issued. Refunds and recoveries return
 * points that were issued before.
 */
const FREE_KINDS = "'CHARGE_BONUS', 'COUPON', 'REFERRAL_REWARD', 'ADJUSTMENT'"

/**
 * SQL columns with the sums of ledger entries: `paid` and `free` are the points issued, which nothing reduces later;
 * `delta` is by how much the outstanding balance changed.
 */
export const issueSums = `
  coalesce(sum(delta) FILTER (WHERE kind IN ('CHARGE', 'CARD_CHARGE')), 0)::bigint AS paid,
  coalesce(sum(delta) FILTER (WHERE kind IN (${FREE_KINDS}) AND delta > 0), 0)::bigint AS free,
  coalesce(sum(delta), 0)::bigint AS delta`
