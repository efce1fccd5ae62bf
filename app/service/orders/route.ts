import { placeOrdersCall } from '#lib/orders/bulk/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(placeOrdersCall)
