import { resellerStatusCall } from '#lib/reseller/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(resellerStatusCall)
