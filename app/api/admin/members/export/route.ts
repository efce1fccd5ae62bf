import { exportMembersCall } from '#lib/members/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(exportMembersCall)
