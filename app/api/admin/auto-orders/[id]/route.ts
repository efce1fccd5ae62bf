import { adminAutoOrderCall } from '#lib/orders/auto/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adminAutoOrderCall)
