import { exportAuditCall } from '#lib/audit/trail/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(exportAuditCall)
