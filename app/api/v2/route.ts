import { apiV2ByQueryCall, apiV2Call } from '#lib/reseller/v2/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(apiV2ByQueryCall, apiV2Call)
