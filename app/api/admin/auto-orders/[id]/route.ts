import { adminAutoOrderCall } from '#lib/auto-orders/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adminAutoOrderCall)
