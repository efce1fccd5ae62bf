import { expect, test } from 'vitest'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { apiRequestsOf } from './queries.ts'
import { type ApiRequestQuery, apiRequestQuery } from './schema.ts'

const ROWS = 200_000
const CREATED = 201
const id = (n: string) => `(lpad(to_hex((1790000000000 + ${n}::bigint * 10)), 12, '0') || '70008000000000000000')::uuid`

/**
 * Inserts calls of one member, one per second, in which one call, one key and refusals are rare; then the same for
 * another member.
 */
const fillLog = (member: number, from: number) => `
  INSERT INTO api_requests (id, member_id, key_id, call, failed, status, duration, address, created_at)
  SELECT ${id(`(i * 2 + ${from})`)}, ${member}, CASE WHEN i = 17 THEN 2 ELSE 1 END, CASE WHEN i = 11 THEN 'GET /services' ELSE 'POST /order' END,
    i = 13, ${CREATED}, 5, '192.0.2.1', now() FROM generate_series(1, ${ROWS / 2}) AS i`

test('whatever a member looks for, only the index is read, and of the table the rows of the page', {
  timeout: 120_000,
}, async () => {
  const { db, owner, drop } = await createFreshDatabase()
  try {
    await owner.rows(fillLog(1, 0))
    await owner.rows(fillLog(2, 1))
    await owner.rows('VACUUM ANALYZE api_requests')
    const [rare] = await db.rows<{ id: string }>('SELECT id FROM api_requests WHERE key_id = 2 AND member_id = 1')
    const looked: [Partial<ApiRequestQuery>, number][] = [
      [{}, 51],
      [{ failed: 'true' }, 1],
      [{ call: 'GET /services' }, 1],
      [{ key: 2 }, 1],
      [{ call: 'GET /services', key: 2 }, 0],
      [{ id: rare?.id }, 1],
      [{ from: '2026-01-01', to: '2026-01-02' }, 0],
      [{ cursor: rare?.id }, 16],
    ]
    for (const [query, found] of looked) {
      const seen: { text: string; values: readonly unknown[] }[] = []
      const noting = {
        rows: <T>(
          statement: string | { text: string; values: readonly unknown[] },
          values: readonly unknown[] = [],
        ) => {
          seen.push(typeof statement === 'string' ? { text: statement, values } : statement)
          return db.rows<T>(statement, values)
        },
      }
      const { rows } = await apiRequestsOf(noting, 1, { ...apiRequestQuery.parse({}), ...query })
      expect(rows.length, JSON.stringify(query)).toBe(Math.min(found, 50))
      const [{ text, values } = { text: '', values: [] }] = seen
      const plan = (await db.rows(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, values))
        .map((row) => JSON.stringify(row))
        .join('\n')
      expect(plan).not.toContain('Seq Scan on api_requests')
      expect(plan, plan).toMatch(/Index Only Scan using api_requests_member_id|Index Scan using api_requests_pkey/)
    }
  } finally {
    await drop()
  }
})
