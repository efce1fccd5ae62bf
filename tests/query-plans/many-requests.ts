import { createdAtSql, FIRST_ORDER_ID, memberIdSql, type Volume } from './volume.ts'

/** Statements that insert questions of two messages each, the first with a picture. The last hundred wait for an answer. */
const insertQuestions = (n: number, members: number) => [
  `INSERT INTO questions (id, member_id, kind, order_id, status, staff_unread, last_message_id, created_at, last_at)
   SELECT i, ${memberIdSql(members, 7919)}, CASE WHEN i % 2 = 0 THEN 'ORDER' ELSE 'OTHER' END, CASE WHEN i % 2 = 0 THEN ${FIRST_ORDER_ID} + i END,
     CASE WHEN i > ${n - 100} THEN 'OPEN' WHEN i % 10 = 0 THEN 'CLOSED' ELSE 'ANSWERED' END, i > ${n - 100}, 2 * i, ${createdAtSql(n)}, ${createdAtSql(n)}
   FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO question_messages (id, question_id, author, author_id, text, created_at)
   SELECT 2 * q.id - 2 + step, q.id, CASE step WHEN 1 THEN 'MEMBER' ELSE 'STAFF' END, CASE step WHEN 1 THEN q.member_id ELSE 2 END,
     '주문 ' || q.id || '번 문의', q.created_at FROM questions q, generate_series(1, 2) AS step`,
  `INSERT INTO question_pictures (uploader_id, message_id, name, content_type, width, height, size, bytes, created_at)
   SELECT member_id, 2 * id - 1, '화면.png', 'image/png', 1, 1, 1, '\\x00', created_at FROM questions`,
]

/** Statements that insert requests about orders, each with one attempt. The last two hundred are open. */
const insertOrderRequests = (n: number, members: number) => [
  `INSERT INTO order_requests (id, order_id, member_id, kind, state, source, reason, provider_id, remote_id, created_at, sent_at, closed_at)
   SELECT i, ${FIRST_ORDER_ID} + i, ${memberIdSql(members, 7919)}, (ARRAY['REFILL','CANCEL','SPEED_UP'])[1 + i % 3],
     CASE WHEN i > ${n - 100} THEN 'ASKED' WHEN i > ${n - 200} THEN 'SENT' WHEN i % 7 = 0 THEN 'REFUSED' ELSE 'DONE' END,
     CASE WHEN i % 4 = 0 THEN 'API' ELSE 'WEB' END, CASE WHEN i % 7 = 0 THEN '리필 기간이 지났어요.' END, CASE WHEN i % 2 = 0 THEN 1 END, CASE WHEN i % 2 = 0 THEN i::text END, ${createdAtSql(n)},
     CASE WHEN i % 2 = 0 AND i <= ${n - 100} THEN ${createdAtSql(n)} END, CASE WHEN i <= ${n - 200} THEN ${createdAtSql(n)} END
   FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO request_attempts (request_id, provider_id, started_at, finished_at, outcome)
   SELECT id, 1, created_at, created_at, 'SENT' FROM order_requests`,
]

/** Statements that insert payments by card. One in fifty was never paid; the others have the charges with their numbers. */
const insertCardPayments = (n: number, members: number) => [
  `INSERT INTO card_payments (payment_id, member_id, point, state, charge_id, next_ask_at, created_at, expires_at)
   SELECT 'payment-' || i, ${memberIdSql(members, 15_485_863)}, 1000000, CASE WHEN i % 50 = 0 THEN 'ENDED' ELSE 'PAID' END, CASE WHEN i % 50 <> 0 THEN i END, NULL,
     ${createdAtSql(n)}, ${createdAtSql(n)} + interval '1 hour' FROM generate_series(1, ${n}) AS i`,
]

/** Statements that insert what a service issued for each receipt. One in two hundred was refused. */
const insertReceiptDocuments = [
  `INSERT INTO receipt_documents (receipt_id, kind, connection, key, amount, state, number, day, attempts, next_try_at, created_at, issued_at)
   SELECT id, 'ISSUE', 'popbill', 'document-' || id, 1000000, CASE WHEN id % 200 = 3 THEN 'FAILED' ELSE 'FILED' END, id::text, '20261101', 1, created_at, created_at, created_at
   FROM receipts`,
]

/** Statements that insert the charges that each refund was paid from, and transfer files of a hundred refunds each, all sent. */
const insertTransfers = [
  `INSERT INTO refund_request_charges (refund_id, charge_id, point) SELECT id, id, point FROM refund_requests`,
  `INSERT INTO transfer_files (id, bank, total, created_by, created_at)
   SELECT id / 100, 'KB', 100 * point, 7, created_at FROM refund_requests WHERE id % 100 = 0`,
  `INSERT INTO transfer_items (file_id, refund_id, result, resulted_by, resulted_at)
   SELECT r.id / 100, r.id, 'SENT', 7, r.created_at FROM refund_requests r JOIN transfer_files f ON f.id = r.id / 100`,
]

/** Statements that insert acts that another member of staff confirmed. The last twenty wait. */
const insertApprovals = (n: number) => [
  `INSERT INTO approvals (kind, subject_type, subject_id, amount, why, reason, asked_by, created_at, state, decided_by, decided_at)
   SELECT 'ADJUSTMENT', 'adjustment', i, 10000, 'LIMIT', '보상', 7, ${createdAtSql(n)}, CASE WHEN i > ${n - 20} THEN 'WAITING' ELSE 'DONE' END,
     CASE WHEN i <= ${n - 20} THEN 8 END, CASE WHEN i <= ${n - 20} THEN ${createdAtSql(n)} END FROM generate_series(1, ${n}) AS i`,
]

/** Statements that insert one row of a bank's file for each deposit. */
const insertBankRows = [
  `INSERT INTO bank_rows (account, row_key, at, precision, name, memo, paid_in, paid_out, created_at)
   SELECT '123456789', id::text, at, 'EXACT', name, '', amount, 0, created_at FROM deposits`,
]

/** Statements that insert what each member agreed to when he signed up with Kakao. */
const insertSignUps = (members: number) => [
  `INSERT INTO sns_links (member_id, provider, subject, created_at) SELECT id, 'KAKAO', id::text, created_at FROM members`,
  `INSERT INTO member_agreements (member_id, kind, version_id, since, agreed_at)
   SELECT i, kind, 0, '2024-01-01', now() FROM generate_series(1, ${members}) AS i, (VALUES ('service'), ('privacy')) AS agreed (kind)`,
]

/** Statements that insert one bonus, and a grant of it with every charge. */
const insertGrants = [
  `INSERT INTO promotions (id, kind, name, percent, min_charge, once, starts_at, ends_at, budget, state, activated_at, created_by)
   VALUES (1, 'BONUS', '충전 보너스', 1000, 0, false, now() - interval '2 years', now() + interval '1 year', 1000000000000, 'ACTIVE', now() - interval '2 years', 7)`,
  `INSERT INTO promotion_grants (promotion_id, member_id, kind, once, charge_id, point, state, created_at, credited_at)
   SELECT 1, member_id, 'BONUS', false, id, point / 10, 'CREDITED', created_at, created_at FROM charges`,
]

/** Statements that insert changes of prices, three quarters of which a provider's lists made. */
const insertPriceChanges = (n: number, services: number) => [
  `INSERT INTO price_changes (service_id, price_from, price_to, cause, actor_id, created_at)
   SELECT 1 + (i::bigint * 31) % ${services}, 1000000, 1000100, CASE WHEN i % 4 = 0 THEN 'EDIT' ELSE 'SYNC' END, CASE WHEN i % 4 = 0 THEN 7 END, ${createdAtSql(n)}
   FROM generate_series(1, ${n}) AS i`,
]

/**
 * Statements that insert what follows orders, charges and registrations: questions, requests about orders, card
 * payments, documents of receipts, transfers of refunds, approvals, a bank's rows, bonuses, changed prices and consents.
 */
export function buildRequestInserts({ orders, members, services }: Volume): string[] {
  const n = Math.round(orders * 0.3)
  return [
    ...insertQuestions(n, members),
    ...insertOrderRequests(n, members),
    ...insertCardPayments(n, members),
    ...insertReceiptDocuments,
    ...insertTransfers,
    ...insertApprovals(orders / 4),
    ...insertBankRows,
    ...insertSignUps(members),
    ...insertGrants,
    ...insertPriceChanges(n, services),
  ]
}
