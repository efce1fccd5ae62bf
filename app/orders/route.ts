import { resellerOrdersCall } from '#lib/reseller/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(resellerOrdersCall)
