import { db } from '#lib/core/db.ts'

/**
 * Ends of quarters of two years, in millions of won, and a run of the retention policy. All figures stay below 80 % of
 * their limits, so that the worker's job files no task among those of other journeys.
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
