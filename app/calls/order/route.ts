import { resellerOrderCall } from '#lib/reseller/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(resellerOrderCall)
