import { apiRequestsCall } from '#lib/api-requests/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(apiRequestsCall)
