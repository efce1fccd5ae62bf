import { adminSearchCall } from '#lib/search/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adminSearchCall)
