import { undoPricesCall } from '#lib/catalog/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(undoPricesCall)
