import { confirmApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(confirmApprovalCall)
