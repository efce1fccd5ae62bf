import { expect, test } from 'vitest'
import { chargeStatus, feeType } from '#lib/charges/labels.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { matchingResultSql } from '#lib/deposits/queries/matching-rule.ts'
import { isSuspectedDuplicateSql } from '#lib/deposits/queries/suspected-duplicate.ts'
import { waitReasonSql } from '#lib/deposits/queries/why-waiting.ts'
import { withoutTimeouts } from './many-rows.ts'

const ROWS = 200_000
const SUM = 1_000_000
/** Ids of three waiting deposits (`statements`). */
const NEW_DEPOSIT = ROWS + 1
const OLD_DEPOSIT = ROWS + 2
const DEPOSIT_WITHOUT_TIME = ROWS + 3
const APPROVED_CHARGES = 20_000
const MINUTES_OF_TWO_WEEKS = 14 * 24 * 60
/** Id of the member with many charges. */
const FREQUENT_PAYER = 500

/**
 * Statements that insert 200,000 deposits of one sum, a minute apart, with their charges by 1,000 members; one member
 * has half of the deposits older than two weeks. Then three waiting deposits. The first comes from another source; the
 * frequent payer has an open charge for it, and a charge that staff approved by hand. The second has waited for 120
 * days; since then the frequent payer had 20,000 charges approved by hand and as many that nobody paid. The third was
 * reported without a time of day, and its payer has no charge.
 */
const statements = [
  `INSERT INTO members (id, login_id, email, phone, role)
   SELECT i, 'payer' || i, 'payer' || i || '@example.com', '010' || lpad(i::text, 8, '0'), 'MEMBER' FROM generate_series(10, 1009) AS i`,
  `INSERT INTO charges (id, member_id, name, normal_name, point, pay_amount, fee_type, fee_value, status, outcome, created_at, expires_at, response_at)
   SELECT i, CASE WHEN i % 2 = 0 AND i < ${ROWS - MINUTES_OF_TWO_WEEKS} THEN ${FREQUENT_PAYER} ELSE 10 + i % 1000 END, name, name, ${SUM}, ${SUM}, ${feeType.NONE}, '{}', ${chargeStatus.SUCCESS}, 'MATCHED',
     at, at + interval '3 hours', at FROM generate_series(1, ${ROWS}) AS i,
     LATERAL (SELECT now() - (${ROWS} - i) * interval '1 minute' AS at, '이름' || i % 5000 AS name) AS made`,
  `INSERT INTO deposits (id, external_id, name, normal_name, amount, at, source, status, charge_id, created_at, matched_at)
   SELECT id, 'bank-' || id, name, normal_name, pay_amount, created_at, 'HOOK', 'MATCHED', id, created_at, created_at FROM charges`,
  `INSERT INTO charges (id, member_id, name, normal_name, point, pay_amount, fee_type, fee_value, status, outcome, expires_at, response_at)
   VALUES (${NEW_DEPOSIT}, ${FREQUENT_PAYER}, '홍길동', '홍길동', ${SUM}, ${SUM}, ${feeType.NONE}, '{}', ${chargeStatus.PENDING}, NULL, now() + interval '3 hours', NULL),
     (${NEW_DEPOSIT + 1}, ${FREQUENT_PAYER}, '홍길동', '홍길동', ${SUM}, ${SUM}, ${feeType.NONE}, '{}', ${chargeStatus.SUCCESS}, 'APPROVED', now(), now())`,
  `INSERT INTO deposits (id, external_id, name, normal_name, amount, at, source, connection, is_proved)
   VALUES (${NEW_DEPOSIT}, 'service', '홍길동', '홍길동', ${SUM}, now(), 'CONNECTION', 'payaction', true),
     (${OLD_DEPOSIT}, 'old', '김단골', '김단골', ${SUM}, now() - interval '120 days', 'CONNECTION', 'payaction', true)`,
  `INSERT INTO deposits (id, external_id, name, normal_name, amount, at, precision, source)
   VALUES (${DEPOSIT_WITHOUT_TIME}, 'csv:day', '박새봄', '박새봄', ${SUM}, now() - interval '120 days', 'DAY', 'IMPORT')`,
  `INSERT INTO charges (id, member_id, name, normal_name, point, pay_amount, fee_type, fee_value, status, outcome, created_at, expires_at, response_at)
   SELECT ${OLD_DEPOSIT} + i, ${FREQUENT_PAYER}, '김단골', '김단골', p, p, ${feeType.NONE}, '{}', CASE WHEN i % 2 = 0 THEN ${chargeStatus.SUCCESS} ELSE ${chargeStatus.FAIL} END,
     CASE WHEN i % 2 = 0 THEN 'APPROVED' ELSE 'REJECTED' END, at, at + interval '3 hours', at + interval '1 hour'
   FROM generate_series(1, ${2 * APPROVED_CHARGES}) AS i, LATERAL (SELECT now() - i * interval '4 minutes' AS at, CASE WHEN i = 1 THEN ${SUM} ELSE ${SUM} + i * 100 END AS p) AS made`,
]

type Plan = { 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Number of rows read by the plan node that reads most, when the expression is evaluated for one waiting deposit. */
async function rowsReadFor(db: Db, expression: string, depositId: number): Promise<number> {
  const [row] = await db.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) SELECT ${expression} FROM deposits d WHERE d.id = ${depositId}`,
  )
  const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : []
  expect(nodes).not.toEqual([])
  return Math.max(
    ...nodes.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']),
  )
}

test('of many deposits of one sum, and of a member with many charges, judging one more or an old one reads a handful', {
  timeout: 240_000,
}, async () => {
  const { db, owner, drop } = await createFreshDatabase()
  try {
    await withoutTimeouts(owner, async (query) => {
      for (const statement of statements) await query(statement)
      await query('VACUUM (ANALYZE) charges, deposits')
    })
    expect(
      await oneRow(db, `SELECT ${matchingResultSql} AS ruling FROM deposits d WHERE d.id = ${NEW_DEPOSIT}`),
    ).toEqual({
      ruling: 'CREDITED',
    })
    for (const depositId of [NEW_DEPOSIT, OLD_DEPOSIT, DEPOSIT_WITHOUT_TIME]) {
      expect(await rowsReadFor(db, isSuspectedDuplicateSql('d'), depositId)).toBeLessThan(100)
      expect(await rowsReadFor(db, matchingResultSql, depositId)).toBeLessThan(100)
      expect(await rowsReadFor(db, waitReasonSql, depositId)).toBeLessThan(100)
    }
  } finally {
    await drop()
  }
})
