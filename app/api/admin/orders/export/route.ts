import { exportOrdersCall } from '#lib/orders/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(exportOrdersCall)
