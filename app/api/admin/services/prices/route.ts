import { priceBatchesCall } from '#lib/catalog/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(priceBatchesCall)
