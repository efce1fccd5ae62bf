import { orderCall } from '#lib/orders/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(orderCall)
