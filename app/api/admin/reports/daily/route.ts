import { dailyReportCall } from '#lib/reports/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(dailyReportCall)
