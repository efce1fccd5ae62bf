import { chargeStatus, feeType, refundStatus } from '#lib/charges/labels.ts'
import { createdAtSql, FIRST_ORDER_ID, memberIdSql, nameSql, RESELLER_ID, type Volume } from './volume.ts'

const { PENDING, SUCCESS, FAIL } = chargeStatus

const statusOf = (n: number) =>
  `CASE WHEN i > ${n} - 300 THEN ${PENDING} WHEN i % 12 = 5 THEN ${FAIL} ELSE ${SUCCESS} END`

const invoice = `jsonb_build_object('company', ${nameSql} || i, 'businessNumber', lpad((i::bigint * 7919 % 9999999967)::text, 10, '0'),
  'leader', ${nameSql}, 'phone', '01012345678', 'jobType', '서비스', 'jobType2', '광고', 'address', '서울', 'email', 'tax@example.com')`

/**
 * SQL for the status of a generated deposit. Of every 500 deposits one is waiting, one returned, one split and one
 * merged; the others are matched.
 */
const depositStatus = `CASE c.id % 500 WHEN 0 THEN 'WAITING' WHEN 1 THEN 'RETURNED' WHEN 2 THEN 'SPLIT' WHEN 3 THEN 'MERGED' ELSE 'MATCHED' END`

const insertCharges = (n: number, members: number) => [
  `INSERT INTO charges (id, member_id, name, normal_name, point, pay_amount, fee_type, fee_value, status, outcome, created_at, expires_at, response_at)
   SELECT i, ${memberIdSql(members, 15_485_863)}, name, replace(replace(replace(name, '(', ''), ')', ''), ' ', ''), p, p, i % 3,
     CASE i % 3 WHEN ${feeType.CASH} THEN '{"phone": "01012345678"}' WHEN ${feeType.FEE} THEN ${invoice} ELSE '{}' END, s,
     CASE s WHEN ${SUCCESS} THEN 'MATCHED' WHEN ${FAIL} THEN CASE WHEN i % 2 = 0 THEN 'REJECTED' ELSE 'EXPIRED' END END,
     ${createdAtSql(n)}, ${createdAtSql(n)} + interval '3 hours', CASE WHEN s <> ${PENDING} THEN ${createdAtSql(n)} + interval '5 minutes' END
   FROM generate_series(1, ${n}) AS i, LATERAL (SELECT ${nameSql} || CASE WHEN i % 40 = 0 THEN i::text ELSE '' END AS name,
     100000 * (1 + i % 97) AS p, ${statusOf(n)} AS s) AS made`,
  `INSERT INTO receipts (charge_id, member_id, fee_type, status, created_at, settled_at)
   SELECT id, member_id, fee_type, CASE WHEN id % 100 = 0 THEN 'REQUESTED' WHEN id % 250 = 1 THEN 'FAILED' ELSE 'ISSUED' END, created_at,
     CASE WHEN id % 100 <> 0 THEN created_at END FROM charges WHERE status = ${SUCCESS} AND fee_type <> ${feeType.NONE} ORDER BY id`,
  `INSERT INTO referral_rewards (charge_id, member_id, referrer_id, reward, paid, state, settled_at)
   SELECT DISTINCT ON (c.member_id) c.id, c.member_id, m.referred_by_id, 1000, 1000, 'PAID', c.response_at
   FROM charges c JOIN members m ON m.id = c.member_id WHERE c.status = ${SUCCESS} AND m.referred_by_id IS NOT NULL ORDER BY c.member_id, c.id`,
]

const insertDeposits = [
  `INSERT INTO deposits (id, external_id, name, normal_name, amount, at, status, charge_id, created_at, matched_at)
   SELECT c.id, 'bank-' || c.id, c.name, c.normal_name, c.pay_amount, c.created_at, ${depositStatus},
     CASE WHEN c.id % 500 > 3 THEN c.id END, c.created_at, CASE WHEN c.id % 500 > 1 THEN c.created_at END FROM charges c WHERE c.status = ${SUCCESS}`,
  `INSERT INTO deposit_splits (charge_id, deposit_id) SELECT id, id FROM deposits WHERE status = 'SPLIT'`,
  `INSERT INTO deposit_merges (charge_id, deposit_id) SELECT id, id FROM deposits WHERE status = 'MERGED'`,
]

const insertEntries = (orders: number) => [
  `INSERT INTO point_entries (id, member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
   SELECT ${FIRST_ORDER_ID + orders} + c.id, c.member_id, 'CHARGE', c.point, 100000, 'charge', c.id, 'worker', c.created_at FROM charges c WHERE c.status = ${SUCCESS} ORDER BY c.id`,
  `INSERT INTO point_entries (id, member_id, kind, delta, balance_after, ref_type, ref_id, actor, created_at)
   SELECT ${2 * FIRST_ORDER_ID + orders} + a.id, a.member_id, 'AUTO_ORDER', -a.price, 100000, 'auto-order', a.id, 'member:' || a.member_id, a.created_at FROM auto_orders a ORDER BY a.id`,
]

/**
 * Statements that insert refund requests, of which the last fifty are open, and adjustments, of which one in a thousand
 * is waiting.
 */
const insertRefundsAndAdjustments = (n: number, members: number, account: string) => [
  `INSERT INTO refund_requests (member_id, point, email, name, bank, account, status, created_at, response_at)
   SELECT 1 + (i::bigint * 7919) % ${members}, 100000 * (1 + i % 89), 'a@example.com', ${nameSql}, '국민은행', '${account}', CASE WHEN i > ${n - 50} THEN ${refundStatus.REQUESTED} WHEN i % 2 = 0 THEN ${refundStatus.PAID} ELSE ${refundStatus.REJECTED} END, ${createdAtSql(n)},
     CASE WHEN i <= ${n - 50} THEN ${createdAtSql(n)} END FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO adjustments (member_id, delta, reason, status, asked_by, decided_by, created_at, decided_at)
   SELECT CASE WHEN i % 5 = 0 THEN ${RESELLER_ID} ELSE 1 + (i::bigint * 104729) % ${members} END, 10000, '보상', CASE WHEN i % 1000 = 0 THEN 'WAITING' ELSE 'DONE' END, 7,
     CASE WHEN i % 1000 <> 0 THEN 8 END, ${createdAtSql(n)}, CASE WHEN i % 1000 <> 0 THEN ${createdAtSql(n)} END FROM generate_series(1, ${n}) AS i`,
]

/**
 * Statements that insert four charges for every ten orders, with their deposits, receipts, rewards and ledger entries;
 * and refund requests, adjustments and the ledger entries of auto orders.
 */
export function buildMoneyInserts({ orders, members }: Volume, account: string): string[] {
  const n = Math.round(orders * 0.4)
  return [
    ...insertCharges(n, members),
    ...insertDeposits,
    ...insertEntries(orders),
    ...insertRefundsAndAdjustments(orders / 4, members, account),
  ]
}
