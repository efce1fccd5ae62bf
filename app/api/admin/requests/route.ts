import { adminRequestsCall } from '#lib/requests/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adminRequestsCall)
