import { issueEnrolCodeCall } from '#lib/staff/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(issueEnrolCodeCall)
