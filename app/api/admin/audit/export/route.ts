import { exportAuditCall } from '#lib/audit/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(exportAuditCall)
