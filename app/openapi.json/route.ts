import { openApiCall } from '#lib/reseller/openapi/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(openApiCall)
