import { searchServicesCall } from '#lib/prices/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(searchServicesCall)
