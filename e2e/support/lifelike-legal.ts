import { db } from '#lib/core/db.ts'

/**
 * Inserts how many points had been issued and were unspent at the ends of the last seven quarters, and the result of a
 * finished deletion of data whose time of retention was over. All figures stay below 80 % of the legal limits: above
 * that the worker would file a task, which other journeys don't expect. Amounts are in hundredths of a won, so
 * 100000000 is a million won.
 */
export async function fillLegalLimits(): Promise<void> {
  await db().rows(
    `INSERT INTO issue_days (day, paid, free, balance)
     SELECT (date_trunc('quarter', at) - (n - 1) * interval '3 months' - interval '1 day')::date,
       (9800 - n * 400) * 100000000::bigint, (640 + n * 10) * 100000000::bigint, (1960 - n * 130) * 100000000::bigint
     FROM (SELECT now() AT TIME ZONE 'Asia/Seoul' AS at) AS today, generate_series(1, 7) AS n ON CONFLICT (day) DO NOTHING`,
  )
  await db().rows(
    `INSERT INTO retention_runs (finished_at, removed) VALUES (now() - interval '9 hours', '{"MESSAGES": 1240, "VISITS": 86, "CONTRACTS": 0}')`,
  )
}
