import { z } from 'zod'
import { call, Reply } from '#lib/core/call.ts'
import { checkMetricsReader } from './check-metrics-reader.ts'
import { retentionLabels } from './labels.ts'
import { dailyReportFor } from './queries.ts'
import { retentionPolicy } from './retention-policy.ts'
import { dailyReport, dailyReportQuery, retentionRules } from './schema.ts'
import { metricsText } from './write-metrics.ts'

export const metricsCall = call({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  verify: checkMetricsReader,
  answer: z.unknown(),
  run: async ({ db }) =>
    new Reply(Buffer.from(await metricsText(db)), {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    }),
})

export const dailyReportCall = call({
  method: 'GET',
  path: '/api/admin/reports/daily',
  access: 'SUPPORT',
  query: dailyReportQuery,
  answer: dailyReport,
  run: ({ db, query }) => dailyReportFor(db, query),
})

export const retentionCall = call({
  method: 'GET',
  path: '/api/admin/retention',
  access: 'SUPPORT',
  answer: retentionRules,
  run: async () => ({
    rows: retentionPolicy.map(({ subject, period, keeping }) => ({
      subject,
      text: retentionLabels[subject] ?? subject,
      period,
      keeping,
    })),
  }),
})
